import { untilAborted } from '../adapter/until-aborted.ts';
import type { Clock, Timer } from '../base/clock.ts';
import { msUntil, settlesWithin } from '../base/deadline.ts';
import { createDeferred, type Deferred } from '../base/deferred.ts';
import type { CallOptions, RequestOptions } from '../client/request-options.ts';
import { errorFrom, McpClientError, type Failure } from '../errors.ts';
import type { McpClient, McpClientOptions } from '../mcp-client.ts';
import type { Handshake } from '../protocol/handshake.ts';
import type { ToolList } from '../protocol/tool-list.ts';
import type { ToolResult } from '../protocol/tool-result.ts';
import type { CloseReport } from '../rpc/transport.ts';
import { failureOf } from './failure-kind.ts';
import type { ServerIdentity } from './identity.ts';
import type { Place, ProcessPlaces } from './process-places.ts';
import type { QuarantinedState } from './server-state.ts';
import { givenUp, isFailure, preparationLate } from './start-failures.ts';

/** What the manager needs of a client; tests put others in its place. */
export type ManagedClient = Pick<McpClient, 'initialize' | 'listTools' | 'callTool' | 'ping' | 'close'>;

/** How the client of one life is made. */
export interface Launch {
  readonly options: McpClientOptions;
  /** Milliseconds from the start of the process to the end of the handshake; what an installation takes is in it. */
  readonly handshakeMs: number;
  /** The options trust an era that was found out earlier. True for a failure that may come of its being another one now. */
  readonly isOtherEra?: ((failure: Failure) => boolean) | undefined;
  /** Gives back what was lent for this life: the names of what could not be. Never rejects. */
  readonly revoke: () => Promise<readonly string[]>;
}

/** What one life of a server stands on. */
interface LifePorts {
  readonly clock: Clock;
  /** What the server is now: configuration and binary. */
  readonly identify: (signal: AbortSignal) => Promise<ServerIdentity>;
  /**
   * Whether it may be started as what it is. Says which quarantine it is in, if it is in one.
   *
   * @throws McpClientError `MCP_APPROVAL_REQUIRED`
   */
  readonly admit: (identity: ServerIdentity) => Promise<Omit<QuarantinedState, 'name'> | undefined>;
  /** Undefined: it has no process. */
  readonly places: ProcessPlaces | undefined;
  /** Puts everything in that the process needs, secrets too. What comes after the abort is given back all the same. */
  readonly prepare: (identity: ServerIdentity, signal: AbortSignal) => Promise<Launch>;
  readonly connect: (options: McpClientOptions) => ManagedClient;
}

export interface LifeOptions {
  readonly generation: number;
  readonly ports: LifePorts;
  /** For everything before the process: files, approvals, the broker of credentials. Milliseconds. */
  readonly prepareMs: number;
  /** For the list of tools. Milliseconds. */
  readonly listMs: number;
  /** For giving back what was lent: then closing goes on without it. Milliseconds. */
  readonly revokeMs: number;
  /** What was lent and could not be given back. */
  readonly onUnrevoked: (names: readonly string[]) => void;
  /** The connection ended by itself. */
  readonly onEnd: (failure: Failure) => void;
  readonly onListChanged: () => void;
}

/** How a start ended that did not fail. */
export type Started =
  | {
      readonly kind: 'ready';
      readonly identity: ServerIdentity;
      readonly handshake: Handshake;
      readonly list: ToolList;
      /** Its list may be another one by now. */
      readonly isStale: boolean;
    }
  | { readonly kind: 'quarantined'; readonly entry: Omit<QuarantinedState, 'name'> };

interface Prepared {
  readonly identity: ServerIdentity;
  readonly launch: Launch;
}

interface Quarantined {
  readonly entry: Omit<QuarantinedState, 'name'>;
}

const noTools: ToolList = { tools: [], rejected: [], truncated: false };

/**
 * One life of a server, from the look at what it is to the last trace of it. It owns the client, the place among the
 * processes and what was lent for it, and gives them back in `close`, however far the start had come.
 */
export class ServerLife {
  readonly generation: number;
  readonly #options: LifeOptions;
  readonly #controller = new AbortController();
  #identity: ServerIdentity | undefined;
  #client: ManagedClient | undefined;
  #place: Place | undefined;
  #launch: Promise<Launch> | undefined;
  /** Why the connection is over, when it is. */
  #ended: Failure | undefined;
  #isReady = false;
  #isStale = false;
  #running = 0;
  #drained: Deferred<void> | undefined;
  #closing: Promise<CloseReport> | undefined;

  constructor(options: LifeOptions) {
    this.#options = options;
    this.generation = options.generation;
  }

  /** What is started; undefined until that is known. */
  get identity(): ServerIdentity | undefined {
    return this.#identity;
  }

  /** Calls under way. */
  get running(): number {
    return this.#running;
  }

  /** True once a process may exist. */
  get hasProcess(): boolean {
    return this.#client !== undefined;
  }

  /** Once. Whatever it ends with, `close` must be called. */
  async start(): Promise<Started> {
    const prepared = await this.#prepareInTime();
    return 'entry' in prepared ? { kind: 'quarantined', entry: prepared.entry } : this.#shakeHands(prepared);
  }

  /** Its tools. Without a signal it goes on until the life ends. */
  async list({
    signal = this.#controller.signal,
    timeoutMs = this.#options.listMs,
  }: RequestOptions = {}): Promise<ToolList> {
    try {
      return await this.#connected().listTools({ signal, timeoutMs, maxTotalTimeoutMs: timeoutMs });
    } catch (error) {
      // A server may have no tools at all.
      if (error instanceof McpClientError && error.code === 'MCP_CAPABILITY_MISSING') return noTools;
      throw error;
    }
  }

  ping(timeoutMs: number): Promise<void> {
    return this.#connected().ping({ timeoutMs, signal: this.#controller.signal });
  }

  /** Begins a call; whatever comes of it, `callEnded` must be called once. */
  callTool(name: string, args: Readonly<Record<string, unknown>>, options: CallOptions): Promise<ToolResult> {
    this.#running += 1;
    return this.#connected().callTool(name, args, options);
  }

  callEnded(): void {
    this.#running -= 1;
    if (this.#running === 0) this.#drained?.resolve();
  }

  /** Resolves when no call is under way, the time is over, or it is closed. */
  async drain(drainMs: number): Promise<void> {
    if (this.#running === 0) return;
    this.#drained ??= createDeferred<void>();
    const drained = this.#drained;
    const timer: Timer = this.#options.ports.clock.setTimer(drainMs, () => drained.resolve());
    await drained.promise;
    timer.cancel();
  }

  /** Ends the process, then gives back what was lent for it, and its place. Once; never rejects. */
  close(): Promise<CloseReport> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<CloseReport> {
    this.#controller.abort(givenUp);
    this.#drained?.resolve();
    const report = (await this.#client?.close()) ?? { survivors: [] };
    await this.#giveBack();
    this.#place?.();
    return report;
  }

  async #giveBack(): Promise<void> {
    const { ports, revokeMs, onUnrevoked } = this.#options;
    const lent = this.#launch?.catch(() => undefined); // what failed has lent nothing, or has given it back
    if (lent === undefined) return;
    const revoking = lent.then(async (launch) => (await launch?.revoke()) ?? []).catch(() => ['all of it']);
    void revoking.then((names) => names.length > 0 && onUnrevoked(names));
    if (!(await settlesWithin(revoking, revokeMs, ports.clock))) onUnrevoked([`all, within ${revokeMs} ms`]);
  }

  async #prepareInTime(): Promise<Prepared | Quarantined> {
    const { ports, prepareMs } = this.#options;
    const late = ports.clock.setTimer(prepareMs, () => this.#controller.abort(preparationLate(prepareMs)));
    try {
      return await this.#prepare();
    } finally {
      late.cancel();
    }
  }

  async #prepare(): Promise<Prepared | Quarantined> {
    const { ports } = this.#options;
    const { signal } = this.#controller;
    const identity = await this.#step(ports.identify(signal));
    this.#identity = identity;
    const entry = await this.#step(ports.admit(identity));
    if (entry !== undefined) return { entry };
    if (ports.places !== undefined) this.#place = await this.#enter(ports.places);
    this.#launch = ports.prepare(identity, signal);
    return { identity, launch: await this.#step(this.#launch) };
  }

  async #shakeHands({ identity, launch }: Prepared): Promise<Started> {
    const { ports, onEnd, onListChanged } = this.#options;
    const changed = (): void => {
      if (this.#isReady) onListChanged();
      else this.#isStale = true;
    };
    const connect = (options: McpClientOptions): ManagedClient =>
      ports.connect({
        ...options,
        onEnd: (failure) => {
          this.#ended ??= failure;
          // Until then the start itself says what is wrong, and it knows it better.
          if (this.#isReady) onEnd(failure);
        },
        onNotification: (method) => {
          if (method === 'notifications/tools/list_changed') changed();
        },
        onMissedChanges: changed,
      });
    const handshake = await this.#initialize(launch, connect);
    const list = await this.list();
    if (this.#ended !== undefined) throw errorFrom(this.#ended);
    this.#isReady = true;
    return { kind: 'ready', identity, handshake, list, isStale: this.#isStale };
  }

  /** An era that was found out earlier may be wrong by now: then it is found out anew, once, in the same time. */
  async #initialize(launch: Launch, connect: LifePorts['connect']): Promise<Handshake> {
    const { clock } = this.#options.ports;
    const { signal } = this.#controller;
    const { options, handshakeMs, isOtherEra } = launch;
    const end = clock.now() + handshakeMs;
    this.#client = connect(options);
    try {
      return await this.#client.initialize({ signal, timeoutMs: handshakeMs });
    } catch (error) {
      if (signal.aborted || isOtherEra?.(failureOf(error)) !== true) throw error;
    }
    await this.#client.close();
    if (signal.aborted) throw this.#aborted();
    this.#ended = undefined;
    this.#client = connect({ ...options, era: 'auto' });
    return this.#client.initialize({ signal, timeoutMs: msUntil(end, clock) });
  }

  /** A place, which is given back when it comes too late. */
  async #enter(places: ProcessPlaces): Promise<Place> {
    const { signal } = this.#controller;
    const place = await places.enter(signal).catch((error: unknown) => {
      throw signal.aborted ? this.#aborted() : error;
    });
    if (!signal.aborted) return place;
    place();
    throw this.#aborted();
  }

  /** One step of the preparation: when the start is given up it is not waited for any longer. */
  async #step<T>(work: Promise<T>): Promise<T> {
    const { signal } = this.#controller;
    try {
      const done = await untilAborted(work, signal);
      if (!signal.aborted) return done;
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    throw this.#aborted();
  }

  #aborted(): McpClientError {
    const { reason } = this.#controller.signal;
    return errorFrom(isFailure(reason) ? reason : givenUp);
  }

  #connected(): ManagedClient {
    if (this.#client === undefined) throw errorFrom(givenUp);
    return this.#client;
  }
}

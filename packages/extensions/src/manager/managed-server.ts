import type { ToolSource } from '../adapter/tool-source.ts';
import { untilAborted } from '../adapter/until-aborted.ts';
import { errorFrom, withServerName, type Failure } from '../errors.ts';
import type { Handshake } from '../protocol/handshake.ts';
import type { ToolList } from '../protocol/tool-list.ts';
import type { ToolResult } from '../protocol/tool-result.ts';
import type { CloseReport } from '../rpc/transport.ts';
import type { ActiveCalls } from './active-calls.ts';
import type { BudgetLedger } from './budget-ledger.ts';
import type { HealthPolicy } from './health.ts';
import type { ServerIdentity } from './identity.ts';
import { IdleTimer } from './idle-timer.ts';
import { isAnswer } from './is-answer.ts';
import { LifeCompanions } from './life-companions.ts';
import { closedFailure } from './refusals.ts';
import type { ServerLife, Started } from './server-life.ts';
import { ServerRunner, type ServerRunnerOptions, type ShutdownReport } from './server-runner.ts';
import type { ServerSettings } from './server-settings.ts';
import type { ServerState } from './server-state.ts';
import { SlotCalls, type SourceCallOptions } from './slot-calls.ts';
import type { SlotTools } from './slot-tools.ts';

type Ready = Extract<Started, { kind: 'ready' }>;

/** What a server was at its last good start, and said of itself. */
export type AboutServer = Pick<Ready, 'identity' | 'handshake'>;

export interface ManagedServerOptions extends Pick<
  ServerRunnerOptions,
  'isEnabled' | 'clock' | 'random' | 'policy' | 'newLife' | 'isQuarantined' | 'addQuarantine' | 'onFailed' | 'onState'
> {
  readonly name: string;
  readonly settings: ServerSettings;
  readonly health: HealthPolicy;
  readonly tools: (source: ToolSource) => SlotTools;
  readonly calls: ActiveCalls;
  readonly ledger: BudgetLedger;
  /** @throws McpClientError `MCP_APPROVAL_REQUIRED` for a tool that is not what was approved */
  readonly admitTool: (identity: ServerIdentity, toolName: string, hash: string) => Promise<void> | undefined;
  /** The manager is closed: no call is begun. */
  readonly isClosed: () => boolean;
  /** Somebody has a lease on it. */
  readonly isHeld: () => boolean;
  /** A package may be being fetched: such a start is not given up for want of somebody who waits. */
  readonly isInstalling: () => boolean;
  /** It was started and listed, or listed again. `isNews`: the tools are others now. */
  readonly onListed: (about: AboutServer, isNews: boolean) => void;
  readonly onClosed: (report: CloseReport) => void;
  readonly onDiagnostic: (message: string) => void;
}

/**
 * The slot of one server: what its tools are bound to, through all its lives.
 *
 * | resource                             | owner            | given back by                               |
 * | ------------------------------------ | ---------------- | ------------------------------------------- |
 * | process, place, what was lent for it | `ServerLife`     | its `close`                                 |
 * | back-off timer, those who wait       | `ServerRunner`   | leaving back-off; ready, refused, withdrawn |
 * | heartbeat, refresh of the list       | `LifeCompanions` | the end of the life                         |
 * | idle timer                           | here             | a call, a lease, the end of the life        |
 */
export class ManagedServer implements ToolSource {
  readonly name: string;
  readonly tools: SlotTools;
  readonly #options: ManagedServerOptions;
  readonly #runner: ServerRunner;
  readonly #calls: SlotCalls;
  readonly #idle: IdleTimer;
  #companions: LifeCompanions | undefined;
  #about: AboutServer | undefined;
  #lastFailure: Failure | undefined;
  #lastUsed = 0;
  /** The last generation that a call has had a result of. */
  #useful = 0;
  #isPrewarming = false;

  constructor(options: ManagedServerOptions) {
    this.#options = options;
    this.name = options.name;
    const { clock, settings } = options;
    this.tools = options.tools(this);
    this.#idle = new IdleTimer(clock, settings.idleMs, () => this.makeRoom());
    this.#calls = new SlotCalls({
      ...options,
      serverName: options.name,
      readyFor: (toolName, signal) => this.#readyFor(toolName, signal),
      onAnswer: (life, isResult) => this.#answered(life, isResult),
      onEnded: () => this.#usageChanged(),
    });
    this.#runner = new ServerRunner({
      ...options,
      ...settings,
      isKept: () => options.isHeld() || this.#isPrewarming || options.isInstalling(),
      onReady: (life, started) => this.#onReady(life, started),
      onFailed: (life, failure) => {
        this.#lastFailure = failure;
        options.onFailed(life, failure);
      },
      onClosed: (_, report) => options.onClosed(report),
      onListChanged: (life) => {
        if (life === this.#runner.life) this.#companions?.refresh.changed();
      },
      onState: (state) => this.#onState(state),
    });
  }

  get state(): ServerState {
    return this.#runner.slot.state;
  }

  /** Starts so far. */
  get generation(): number {
    return this.#runner.slot.generation;
  }

  get failuresInRow(): number {
    return this.#runner.slot.history.inRow;
  }

  get lastFailure(): Failure | undefined {
    return this.#lastFailure;
  }

  get about(): { readonly identity: ServerIdentity; readonly handshake: Handshake } | undefined {
    return this.#about;
  }

  /** Moment of its last answer, while it is ready. */
  get lastHeard(): number | undefined {
    return this.#companions?.health.lastHeard;
  }

  /** Calls under way, or waiting for it. */
  get calling(): number {
    return this.#calls.running;
  }

  /** Moment of its last call. */
  get lastUsed(): number {
    return this.#lastUsed;
  }

  get hasProcess(): boolean {
    return this.#runner.life?.hasProcess === true;
  }

  /** It is ready and nobody uses it: it can make room for another one. */
  get isIdle(): boolean {
    return this.state.name === 'ready' && this.calling === 0 && this.#runner.waiting === 0 && !this.#options.isHeld();
  }

  /**
   * Waits until it is ready; starts it if it is not.
   *
   * @throws McpClientError why it is not
   */
  async start(signal: AbortSignal | undefined): Promise<void> {
    try {
      await this.#runner.ready(signal);
    } catch (error) {
      throw withServerName(error, this.name);
    }
  }

  /** Starts it although nobody waits. */
  prewarm(): void {
    if (this.state.name === 'ready') return;
    this.#isPrewarming = true;
    this.#runner.prewarm();
  }

  /** What the call of an agent's tool comes to, when it was allowed. */
  callTool(name: string, args: Readonly<Record<string, unknown>>, options: SourceCallOptions): Promise<ToolResult> {
    if (this.#options.isClosed()) {
      return Promise.reject(errorFrom({ ...closedFailure, method: 'tools/call', serverName: this.name }));
    }
    this.#lastUsed = this.#options.clock.now();
    this.#idle.set(false);
    return this.#calls.call(name, args, options);
  }

  /** Somebody holds it now, or nobody does any more. */
  heldChanged(): void {
    this.#usageChanged();
    this.#runner.heldChanged();
  }

  #usageChanged(): void {
    if (this.state.name === 'ready') this.#idle.set(this.isIdle);
  }

  /** New calls wait, those under way may end, then a new process takes the place of the old one: with new secrets. */
  async rotate(signal: AbortSignal | undefined): Promise<void> {
    const isRunning = this.state.name === 'ready' || this.state.name === 'starting';
    this.#runner.dispatch({ type: 'stop', why: 'rotation', now: this.#options.clock.now() });
    if (isRunning) await this.start(signal);
  }

  stop(): void {
    this.#isPrewarming = false;
    this.#runner.dispatch({ type: 'stop', why: 'user', now: this.#options.clock.now() });
  }

  /** Stops it if nobody uses it: for a long time, or because another one needs its place. */
  makeRoom(): void {
    if (this.isIdle) this.#runner.dispatch({ type: 'stop', why: 'idle', now: this.#options.clock.now() });
  }

  /** A person lifted its quarantine, or wants no more waiting. */
  cleared(): void {
    this.#runner.dispatch({ type: 'cleared' });
  }

  /** Ends it for good. */
  shutdown(): Promise<ShutdownReport> {
    return this.#runner.shutdown();
  }

  /** Asks whether it is alive. @throws McpClientError why it is not well */
  async ping(timeoutMs: number, signal: AbortSignal | undefined): Promise<void> {
    const life = await this.#runner.ready(signal);
    try {
      await untilAborted(life.ping(timeoutMs), signal);
    } catch (error) {
      if (!isAnswer(error)) throw withServerName(error, this.name);
    }
    if (this.#runner.life === life) this.#companions?.health.heard({ byPing: true });
  }

  /** A life that is ready still after the tool was looked at. */
  #readyFor(name: string, signal: AbortSignal | undefined): ServerLife | Promise<ServerLife> {
    const ready = this.#runner.ready(signal);
    return ready instanceof Promise
      ? ready.then((life) => this.#admitted(life, name, signal))
      : this.#admitted(ready, name, signal);
  }

  #admitted(life: ServerLife, name: string, signal: AbortSignal | undefined): ServerLife | Promise<ServerLife> {
    const { identity } = life;
    const hash = this.tools.hashes.get(name);
    if (identity !== undefined && hash !== undefined) {
      const looking = this.#options.admitTool(identity, name, hash);
      if (looking !== undefined) return looking.then(() => this.#unlessGone(life, name, signal));
    }
    return this.#unlessGone(life, name, signal);
  }

  /** What was waited for may have taken so long that it is the next one's turn. */
  #unlessGone(life: ServerLife, name: string, signal: AbortSignal | undefined): ServerLife | Promise<ServerLife> {
    const isReady = this.#runner.life === life && this.state.name === 'ready';
    return isReady ? life : this.#readyFor(name, signal);
  }

  #answered(life: ServerLife, isResult: boolean): void {
    if (this.#runner.life === life) this.#companions?.health.heard();
    const { generation } = life;
    // The first of a life says it all: it is ready then, or never will be again.
    if (!isResult || this.#useful === generation) return;
    this.#useful = generation;
    this.#runner.dispatch({ type: 'answered', generation });
  }

  #onReady(life: ServerLife, { identity, handshake, list }: Ready): void {
    const { clock, health: policy, onDiagnostic } = this.#options;
    const about = { identity, handshake };
    this.#lastFailure = undefined;
    this.#about = about;
    const publish = (next: ToolList): boolean => {
      const isNews = this.tools.publish(next);
      this.#options.onListed(about, isNews);
      return isNews;
    };
    this.#companions = new LifeCompanions({
      life,
      clock,
      policy,
      publish,
      onDead: (failure) => this.#runner.fail(life, failure),
      onRefreshFailed: () => onDiagnostic('its list of tools could not be read again'),
    });
    publish(list);
  }

  #onState(state: ServerState): void {
    if (state.name === 'ready') {
      this.#idle.set(this.isIdle);
    } else {
      this.#idle.stop();
      this.#companions?.close();
      this.#companions = undefined;
    }
    // It came up, or it does not do so by itself.
    const goesOn =
      state.name === 'starting' || state.name === 'stopping' || (state.name === 'backoff' && state.retries);
    if (!goesOn) this.#isPrewarming = false;
    this.#options.onState(state);
  }
}

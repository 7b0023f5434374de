import { msUntil } from '../base/deadline.ts';
import { HeldBack } from '../base/held-back.ts';
import { isPassingStatus } from '../base/passing-status.ts';
import { errorFrom, type Failure } from '../errors.ts';
import type { Handshake } from '../protocol/handshake.ts';
import { mayBeOlder } from '../protocol/handshake-errors.ts';
import { shakeHands } from '../protocol/legacy-handshake.ts';
import { negotiate, startAnew, type NegotiateOptions } from '../protocol/negotiate.ts';
import type { Diagnostic } from '../rpc/diagnostic.ts';
import { Peer } from '../rpc/peer.ts';
import type { ProcessEvent } from '../rpc/process-event.ts';
import type { CloseReport } from '../rpc/transport.ts';
import type { JsonObject } from '../wire/message.ts';
import { peerLimits, type ResolvedProtocolOptions } from './client-options.ts';
import type { ClientPorts, Connection } from './client-ports.ts';
import { declaredHandlers } from './declared-handlers.ts';
import { requireWanted } from './request-options.ts';
import type { Watchers } from './watchers.ts';

export interface ConnectorOptions {
  readonly ports: ClientPorts;
  readonly protocol: ResolvedProtocolOptions;
  readonly watchers: Watchers;
  readonly onNotification: (method: string, params: JsonObject) => void;
  readonly onDiagnostic: (diagnostic: Diagnostic) => void;
  /** The first process runs. */
  readonly onStarted: () => void;
  /** The connection is over, and none takes its place. */
  readonly onEnd: (reason: Failure) => void;
}

/** What a handshake has to know of the connection. */
type Way = Required<Pick<Connection, 'lastWords' | 'isHttp'>>;

type Terms = Omit<NegotiateOptions, keyof Way>;

/**
 * The way from nothing to a connection whose conversation has begun. That may take two of them: some servers end on a
 * question that they do not know, and then the second process is asked by `initialize` alone; some over HTTP know only the
 * way of 2024-11-05. Never more, and never two at once.
 */
export class Connector {
  readonly #options: ConnectorOptions;
  #peer: Peer | undefined;
  #isHttp = false;
  #hasSession: Connection['hasSession'];
  /** Why no more is to be connected. */
  #closed: Failure | undefined;
  /** While this is so, the end of the connection may not be the last word. */
  #isProbing = false;
  /** The end of a first process, and what it left. */
  #first: Promise<CloseReport> | undefined;

  constructor(options: ConnectorOptions) {
    this.#options = options;
  }

  /** The connection of now; undefined before the first. */
  get peer(): Peer | undefined {
    return this.#peer;
  }

  get isHttp(): boolean {
    return this.#isHttp;
  }

  /** Over HTTP: whether the server keeps a session. */
  get hasSession(): boolean | undefined {
    return this.#hasSession?.();
  }

  /**
   * Starts the server and finds out how to talk to it.
   *
   * @throws McpClientError as `shakeHands`
   */
  async open(signal: AbortSignal, timeoutMs: number): Promise<Handshake> {
    const { ports, protocol, onStarted, onEnd } = this.#options;
    const { clock } = ports;
    const end = clock.now() + timeoutMs;
    const leftMs = (): number => msUntil(end, clock);
    const { clientInfo, capabilities, era, timeouts } = protocol;
    const terms = { clientInfo, capabilities, era, timeoutMs, leftMs, signal, clock, probeMs: timeouts.probeMs };
    if (ports.prepare) {
      await ports.prepare();
      requireWanted('initialize', signal);
    }
    this.#requireOpen();
    this.#isProbing = era === 'auto';
    const [peer, way] = this.#connect();
    onStarted();
    let needsAnother = false;
    let refusal: unknown;
    try {
      const agreed = await negotiate(peer, { ...terms, ...way });
      if (agreed !== startAnew) return agreed;
      needsAnother = true;
    } catch (error) {
      if (!way.isHttp || !mayBeOlder(error)) throw error;
      needsAnother = true;
      refusal = error;
    } finally {
      this.#isProbing = false;
      if (peer.end !== undefined && !needsAnother) onEnd(peer.end); // it was kept back until this was clear
    }
    return refusal === undefined ? this.#openAnew(peer, terms) : this.#openOlder(peer, terms, refusal);
  }

  /** Ends everything. Never rejects; names what could not be ended. */
  async close(reason: Failure): Promise<CloseReport> {
    this.#closed ??= reason;
    const reports = await Promise.all([this.#first, this.#peer?.close(reason)]);
    const survivors = reports.flatMap((report) => report?.survivors ?? []);
    return reports.some((report) => report?.killed) ? { survivors, killed: true } : { survivors };
  }

  #requireOpen(): void {
    if (this.#closed) throw errorFrom({ ...this.#closed, method: 'initialize', outcome: 'not-sent' });
  }

  async #openAnew(first: Peer, terms: Terms): Promise<Handshake> {
    await this.#leave(first, terms);
    const [peer, way] = this.#connect();
    return shakeHands(peer, { ...terms, ...way });
  }

  /** @throws `refusal` when the server has no such way, or what this way fails with */
  async #openOlder(first: Peer, terms: Terms, refusal: unknown): Promise<Handshake> {
    await this.#leave(first, terms);
    this.#isProbing = true;
    const [peer, way] = this.#connect(true);
    const isAbsent = (): boolean => peer.end?.code === 'MCP_HTTP_ERROR' && !isPassingStatus(peer.end.httpStatus);
    try {
      return await shakeHands(peer, { ...terms, ...way });
    } catch (error) {
      throw isAbsent() ? refusal : error;
    } finally {
      this.#isProbing = false;
      if (peer.end !== undefined && !isAbsent()) this.#options.onEnd(peer.end);
    }
  }

  /** Ends the first connection, for another one to take its place. */
  async #leave(first: Peer, terms: Terms): Promise<void> {
    this.#peer = undefined;
    this.#first = first.close({ code: 'CLIENT_CLOSED', message: 'the server is started anew' });
    await this.#first;
    this.#requireOpen();
    requireWanted('initialize', terms.signal); // whoever waited may have gone meanwhile: then nothing is started
  }

  #connect(isOlder = false): [peer: Peer, way: Way] {
    const { ports, protocol, watchers, onNotification, onDiagnostic, onEnd } = this.#options;
    const { observer } = watchers;
    const news = observer && new HeldBack<ProcessEvent>((event) => observer.tell(event));
    const connection = ports.connect(news && ((event) => news.take(event)), undefined, isOlder);
    const { transport, lastWords, isHttp = false, hasSession } = connection;
    const peer = new Peer({
      transport,
      clock: ports.clock,
      limits: peerLimits(protocol.limits),
      maxStandstillMs: protocol.timeouts.totalMs,
      stdout: protocol.stdout,
      handlers: declaredHandlers(protocol.handlers, protocol.capabilities),
      onNotification,
      onDiagnostic,
      ...watchers,
      onEnd: (reason) => {
        if (!this.#isProbing && this.#peer === peer) onEnd(reason);
      },
    });
    this.#peer = peer;
    this.#isHttp = isHttp;
    this.#hasSession = hasSession;
    news?.release(); // from here on whoever hears of the process can close it
    return [peer, { lastWords, isHttp }];
  }
}

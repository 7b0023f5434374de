import { msUntil } from '../base/deadline.ts';
import { HeldBack } from '../base/held-back.ts';
import { errorFrom, type Failure } from '../errors.ts';
import type { Handshake } from '../protocol/handshake.ts';
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

/**
 * The way from nothing to a connection whose conversation has begun. That may take two processes: some servers end on a
 * question that they do not know, and then the second one is asked by `initialize` alone. Never more, and never two at once.
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
    try {
      const agreed = await negotiate(peer, { ...terms, ...way });
      if (agreed !== startAnew) return agreed;
      needsAnother = true;
    } finally {
      this.#isProbing = false;
      if (peer.end !== undefined && !needsAnother) onEnd(peer.end); // it was kept back until this was clear
    }
    return this.#openAnew(peer, terms);
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

  async #openAnew(first: Peer, terms: Omit<NegotiateOptions, keyof Way>): Promise<Handshake> {
    this.#peer = undefined;
    this.#first = first.close({ code: 'CLIENT_CLOSED', message: 'the server is started anew' });
    await this.#first;
    this.#requireOpen();
    requireWanted('initialize', terms.signal); // whoever waited may have gone meanwhile: then nothing is started
    const [peer, way] = this.#connect();
    return shakeHands(peer, { ...terms, ...way });
  }

  #connect(): [peer: Peer, way: Way] {
    const { ports, protocol, watchers, onNotification, onDiagnostic, onEnd } = this.#options;
    const { observer } = watchers;
    const news = observer && new HeldBack<ProcessEvent>((event) => observer.tell(event));
    const { transport, lastWords, isHttp = false, hasSession } = ports.connect(news && ((event) => news.take(event)));
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

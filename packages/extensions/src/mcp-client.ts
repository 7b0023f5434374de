import { systemClock } from './base/clock.ts';
import { createDeferred } from './base/deferred.ts';
import { guarded } from './base/guarded.ts';
import { SharedAttempt } from './base/shared-attempt.ts';
import {
  peerLimits,
  requireKnown,
  resolveProtocolOptions,
  type ResolvedProtocolOptions,
} from './client/client-options.ts';
import type { ProtocolOptions } from './client/client-options.ts';
import type { ClientPorts } from './client/client-ports.ts';
import { nextState, type ClientEvent, type ClientState } from './client/client-state.ts';
import { clientStats, type ClientStats } from './client/client-stats.ts';
import { checkCall, copyArguments } from './client/call-arguments.ts';
import { laneOf } from './client/concurrency.ts';
import { Notifications, type NotificationHandler } from './client/notifications.ts';
import { checkCallOptions, checkListOptions, checkRequestOptions, requireWanted } from './client/request-options.ts';
import type { CallOptions, ListOptions, RequestOptions } from './client/request-options.ts';
import { ToolCatalogue } from './client/tool-catalogue.ts';
import { errorFrom, withServerName, type Failure } from './errors.ts';
import { missingForRequests } from './protocol/capabilities.ts';
import { handshakeGivenUp, shakeHands, type Handshake } from './protocol/legacy-handshake.ts';
import type { ToolList } from './protocol/tool-list.ts';
import { readCall, type ToolResult } from './protocol/tool-result.ts';
import type { Diagnostic } from './rpc/diagnostic.ts';
import { answerOf } from './rpc/answer-of.ts';
import { Peer } from './rpc/peer.ts';
import { abortFailure } from './rpc/pending-requests.ts';
import type { CloseReport } from './rpc/transport.ts';
import { connectStdio } from './stdio/connect-stdio.ts';
import { resolveStdioOptions, type StdioOptions } from './stdio/stdio-options.ts';
import type { JsonObject } from './wire/message.ts';

export interface McpClientOptions extends ProtocolOptions, StdioOptions {}

/**
 * A client of one MCP server over stdio: one process, one connection, one life. Every request completes exactly once; no
 * server can hang it or make it grow without bound; after `close()` nothing is left, and if something is, it is named.
 *
 * | resource                        | owner                          | given back by                              |
 * | ------------------------------- | ------------------------------ | ------------------------------------------ |
 * | server process, its tree, pipes | the transport                  | `close()`, a failed handshake, or the exit |
 * | a request's timer and listener  | its entry in the pending map   | its one settlement                         |
 * | the caller's signal             | the caller                     | we remove our listener, no more            |
 */
export class McpClient implements AsyncDisposable {
  readonly #options: ResolvedProtocolOptions;
  readonly #ports: ClientPorts;
  readonly #tools: ToolCatalogue;
  readonly #notifications = new Notifications((diagnostic) => this.#diagnose(diagnostic));
  #state: ClientState = { name: 'idle' };
  #peer: Peer | undefined;
  #attempt: SharedAttempt<Handshake> | undefined;
  #handshake: Handshake | undefined;
  /** The capability that the server lacks, for each request that needs it. */
  #missing: ReadonlyMap<string, string> = new Map();
  #closing: Promise<CloseReport> | undefined;

  /**
   * Checks the options and does nothing else: no process, no file, no timer.
   *
   * @throws McpClientError `MCP_INVALID_CONFIG`
   */
  constructor(options: McpClientOptions, ports: Partial<ClientPorts> = {}) {
    this.#options = resolveProtocolOptions(options);
    const { limits, timeouts, onNotification } = this.#options;
    this.#notifications.add(onNotification);
    const stdio = resolveStdioOptions(options, limits);
    requireKnown(options, [this.#options, stdio]);
    this.#ports = { clock: systemClock, connect: () => connectStdio(stdio), ...ports };
    this.#tools = new ToolCatalogue({
      clock: this.#ports.clock,
      limits,
      timeouts,
      fetchPage: (params, signal, timeoutMs) =>
        this.#readyFor('tools/list', signal).request({ method: 'tools/list', params, signal, timeoutMs }),
      diagnose: (diagnostic) => this.#diagnose(diagnostic),
    });
  }

  /**
   * Makes a client and shakes hands: a ready client, or an error and nothing left behind.
   *
   * @throws McpClientError as the constructor and `initialize()`.
   */
  static async open(options: McpClientOptions, request: RequestOptions = {}): Promise<McpClient> {
    const client = new McpClient(options);
    try {
      await client.initialize(request);
      return client;
    } catch (error) {
      await client.close();
      throw error;
    }
  }

  get state(): ClientState['name'] {
    return this.#state.name;
  }

  /** Requests that wait for an answer. */
  get pendingCount(): number {
    return this.#peer?.pendingCount ?? 0;
  }

  /** What the handshake agreed on; undefined before. */
  get server(): Handshake | undefined {
    return this.#handshake;
  }

  /** A snapshot of what happened so far. Names, counts and sizes: no arguments, no results. */
  stats(): ClientStats {
    return clientStats(this.#state.name, this.#peer);
  }

  /**
   * Starts the server and shakes hands. Single-flight: concurrent callers share one handshake, whose time is the first
   * one's, and each may take its own wish back; when nobody waits any more it is given up. A failed handshake ends the
   * server and the client.
   *
   * @throws McpClientError `MCP_SPAWN_FAILED`, `MCP_HANDSHAKE_FAILED`, `MCP_UNSUPPORTED_VERSION`, `MCP_ABORTED`,
   *   `CLIENT_CLOSED`, `MCP_INVALID_PARAMS`; `MCP_INVALID_CONFIG` for arguments that a Windows `.cmd` file cannot take
   */
  async initialize(options: RequestOptions = {}): Promise<Handshake> {
    try {
      const { signal, timeoutMs = this.#options.timeouts.handshakeMs } = options;
      checkRequestOptions(options, 'initialize');
      if (this.#handshake && this.#state.name === 'ready') return this.#handshake;
      requireWanted('initialize', signal);
      this.#requireOpen('initialize');
      if (this.#attempt?.isAbandoned) throw errorFrom(handshakeGivenUp);
      this.#attempt ??= new SharedAttempt((nobodyWaits) => this.#start(nobodyWaits, timeoutMs));
      return await this.#attempt.join(signal, (reason) => errorFrom(abortFailure('initialize', reason)));
    } catch (error) {
      throw this.#named(error);
    }
  }

  /**
   * All tools of the server, page by page. Bad entries are left out with a reason, and a list without an end is cut.
   * `timeoutMs` counts for each page, `maxTotalTimeoutMs` (default `timeouts.totalMs`) for all: then the list is cut.
   *
   * @throws McpClientError `MCP_CAPABILITY_MISSING`, `MCP_INVALID_RESULT` (the first page), or any end of a request.
   */
  async listTools(options: ListOptions = {}): Promise<ToolList> {
    try {
      checkListOptions(options);
      return await this.#tools.list(options);
    } catch (error) {
      throw this.#named(error);
    }
  }

  /**
   * Calls one tool that the server lists; lists first if that was not done yet. Calls may overlap. A tool that ran and
   * failed is a result with `isError`.
   *
   * @throws McpClientError `MCP_UNKNOWN_TOOL` (nothing was sent), `MCP_INVALID_PARAMS`, `MCP_ERROR`, `MCP_TIMEOUT`,
   *   `MCP_ABORTED`, `MCP_INVALID_RESULT`, `MCP_RESULT_TOO_LARGE`, `MCP_BUSY`, or why the connection is over.
   */
  async callTool(
    name: string,
    args: Readonly<Record<string, unknown>> = {},
    options: CallOptions = {},
  ): Promise<ToolResult> {
    try {
      checkCallOptions(options);
      const resets = options.resetTimeoutOnProgress === true;
      checkCall(name, args);
      // What is sent is what was given, also when the list must be read first and somebody changes the object meanwhile.
      const isKnown = this.#options.allowUnlistedTools || this.#tools.has(name);
      const given = isKnown ? args : copyArguments(args, this.#options.limits);
      if (!isKnown) {
        this.#readyFor('tools/call', options.signal);
        await this.#tools.require(name, options);
      }
      // One settlement, and no promise more than needed: this is what an agent does all day.
      const settlement = await this.#readyFor('tools/call', options.signal).send({
        method: 'tools/call',
        params: { name, arguments: given },
        signal: options.signal,
        timeoutMs: options.timeoutMs ?? this.#options.timeouts.requestMs,
        maxTotalTimeoutMs: options.maxTotalTimeoutMs ?? (resets ? this.#options.timeouts.totalMs : undefined),
        resetTimeoutOnProgress: resets,
        onProgress: options.onProgress,
        lane: laneOf(name, this.#options.concurrency),
      });
      return readCall(answerOf(settlement), name, this.#options.limits.maxResultBytes);
    } catch (error) {
      throw this.#named(error);
    }
  }

  /** Asks the server whether it is alive. An answer of any kind says yes; a refusal is `MCP_ERROR`. */
  async ping(options: RequestOptions = {}): Promise<void> {
    try {
      const { signal, timeoutMs = this.#options.timeouts.pingMs } = options;
      checkRequestOptions(options, 'ping');
      const peer = this.#readyFor('ping', signal);
      await peer.request({ method: 'ping', params: {}, signal, timeoutMs, urgent: true });
    } catch (error) {
      throw this.#named(error);
    }
  }

  /** Hears of the server's notifications until the returned function is called. The handler may throw. */
  onNotification(handler: NotificationHandler): () => void {
    return this.#notifications.add(handler);
  }

  /**
   * Ends everything: what waits fails with `CLIENT_CLOSED`, then the server and its tree are ended (stdin, SIGTERM,
   * SIGKILL). Any time, any number of times: one shared promise, which never rejects and names what could not be ended.
   */
  close(): Promise<CloseReport> {
    return this.#shut({ code: 'CLIENT_CLOSED', message: 'the client was closed' });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #start(signal: AbortSignal, timeoutMs: number): Promise<Handshake> {
    const { clientInfo, capabilities, limits, stdout, handlers, onDiagnostic } = this.#options;
    this.#step({ type: 'start' });
    try {
      const { transport, lastWords } = this.#ports.connect();
      const peer = new Peer({
        transport,
        clock: this.#ports.clock,
        limits: peerLimits(limits),
        stdout,
        handlers,
        onNotification: (method, params) => this.#notified(method, params),
        onDiagnostic,
        onEnd: (reason) => void this.#shut(reason),
      });
      this.#peer = peer;
      this.#step({ type: 'started' });
      const handshake = await shakeHands(peer, { clientInfo, capabilities, timeoutMs, signal, lastWords });
      this.#handshake = handshake;
      this.#missing = missingForRequests(handshake.capabilities);
      this.#step({ type: 'handshake-done' });
      return handshake;
    } catch (error) {
      // Goes on by itself: whoever waits for the handshake is told at once.
      void this.#shut({ code: 'CLIENT_CLOSED', message: 'the handshake failed', cause: error });
      throw error;
    }
  }

  /** The door of every request but the handshake. */
  #readyFor(method: string, signal: AbortSignal | undefined): Peer {
    requireWanted(method, signal, this.#peer?.counters);
    if (this.#state.name === 'ready' && this.#peer && !this.#missing.has(method)) return this.#peer;
    this.#requireOpen(method);
    const missing = this.#missing.get(method);
    const failure: Failure =
      missing === undefined
        ? { code: 'MCP_NOT_INITIALIZED', message: 'call initialize() and wait for it first' }
        : { code: 'MCP_CAPABILITY_MISSING', message: `the server does not offer ${missing}, which ${method} needs` };
    throw errorFrom({ ...failure, method, outcome: 'not-sent' });
  }

  #requireOpen(method: string): void {
    if (this.#state.name !== 'closing' && this.#state.name !== 'closed') return;
    throw errorFrom({ ...this.#state.reason, method, outcome: 'not-sent' });
  }

  #notified(method: string, params: JsonObject): void {
    const believed = this.#notifications.deliver(method, params, this.#handshake?.capabilities);
    if (believed && method === 'notifications/tools/list_changed') this.#tools.changed();
  }

  #diagnose(diagnostic: Diagnostic): void {
    guarded(() => this.#options.onDiagnostic(diagnostic));
  }

  /** The one way to the end, by whatever cause: the first reason stays, and all share one promise. */
  #shut(reason: Failure): Promise<CloseReport> {
    if (this.#closing) return this.#closing;
    const gone = createDeferred<CloseReport>();
    this.#closing = gone.promise; // before anything is called: the end of the connection comes back to here
    this.#step({ type: 'ended', reason });
    void (this.#peer?.close(reason) ?? Promise.resolve({ survivors: [] })).then((report) => {
      this.#step({ type: 'gone' });
      gone.resolve(report);
    });
    return gone.promise;
  }

  #step(event: ClientEvent): void {
    this.#state = nextState(this.#state, event);
  }

  #named(error: unknown): unknown {
    return withServerName(error, this.#options.serverName);
  }
}

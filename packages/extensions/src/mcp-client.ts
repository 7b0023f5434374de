import { systemClock } from './base/clock.ts';
import { createDeferred } from './base/deferred.ts';
import { guarded } from './base/guarded.ts';
import { SharedAttempt } from './base/shared-attempt.ts';
import { requireKnown, resolveProtocolOptions } from './client/client-options.ts';
import type { ResolvedProtocolOptions } from './client/client-options.ts';
import { ClientLife } from './client/client-life.ts';
import type { ClientPorts } from './client/client-ports.ts';
import type { ClientState } from './client/client-state.ts';
import { clientStats, type ClientStats } from './client/client-stats.ts';
import { Connector } from './client/connector.ts';
import { wayTo, type McpClientOptions } from './connect.ts';
import { Conversation } from './client/conversation.ts';
import { Notifications, type NotificationHandler } from './client/notifications.ts';
import { InputRounds } from './client/input-rounds.ts';
import { checkListOptions, checkRequestOptions, requireWanted } from './client/request-options.ts';
import type { CallOptions, ListOptions, RequestOptions } from './client/request-options.ts';
import { Requests } from './client/requests.ts';
import { ToolCalls } from './client/tool-calls.ts';
import { ToolCatalogue, type ToolCatalogueOptions } from './client/tool-catalogue.ts';
import { watchersOf, type Watchers } from './client/watchers.ts';
import { errorFrom, withServerName, type Failure } from './errors.ts';
import { handshakeGivenUp, type Handshake } from './protocol/handshake.ts';
import type { ToolList } from './protocol/tool-list.ts';
import type { ToolResult } from './protocol/tool-result.ts';
import type { Diagnostic } from './rpc/diagnostic.ts';
import { abortFailure } from './rpc/pending-request.ts';
import type { CloseReport } from './rpc/transport.ts';
import type { JsonObject } from './wire/message.ts';

export type { HttpClientOptions, McpClientOptions, StdioClientOptions } from './connect.ts';

/**
 * A client of one MCP server, over stdio or HTTP: one process or session, one connection, one life. Every request completes exactly once; no
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
  readonly #watchers: Watchers;
  readonly #tools: ToolCatalogue;
  readonly #notifications = new Notifications((diagnostic) => this.#diagnose(diagnostic));
  readonly #life: ClientLife;
  readonly #connector: Connector;
  readonly #inputs: InputRounds;
  readonly #requests: Requests;
  readonly #calls: ToolCalls;
  #attempt: SharedAttempt<Handshake> | undefined;
  #conversation: Conversation | undefined;
  #closing: Promise<CloseReport> | undefined;

  /**
   * Checks the options and does nothing else: no process, no file, no timer.
   *
   * @throws McpClientError `MCP_INVALID_CONFIG`
   */
  constructor(options: McpClientOptions, ports: Partial<ClientPorts> = {}) {
    this.#options = resolveProtocolOptions(options);
    const { limits, timeouts, onNotification, onMissedChanges } = this.#options;
    if (onNotification) this.#notifications.add(onNotification);
    if (onMissedChanges) this.#notifications.addForGaps(onMissedChanges);
    const way = wayTo(options, limits);
    requireKnown(options, [this.#options, way.resolved]);
    this.#ports = { clock: systemClock, ...way.ports, ...ports };
    const { clock } = this.#ports;
    this.#watchers = watchersOf(this.#options, clock, way.http);
    this.#life = new ClientLife(this.#watchers.observer);
    const diagnose = (diagnostic: Diagnostic): void => this.#diagnose(diagnostic);
    this.#connector = new Connector({
      ports: this.#ports,
      protocol: this.#options,
      watchers: this.#watchers,
      onDiagnostic: diagnose,
      onNotification: (method, params) => this.#notified(method, params),
      onStarted: () => this.#life.step({ type: 'started' }),
      onEnd: (reason) => void this.#shut(reason),
    });
    this.#inputs = new InputRounds({ clock, protocol: this.#options });
    this.#requests = new Requests({
      life: this.#life,
      protocol: this.#options,
      inputs: this.#inputs,
      peer: () => this.#connector.peer,
      conversation: () => this.#conversation,
    });
    const mirrorsArguments = (): boolean => this.#conversation?.era === 'modern' && this.#connector.isHttp;
    const fetchPage: ToolCatalogueOptions['fetchPage'] = (...page) => this.#requests.page(...page);
    this.#tools = new ToolCatalogue({ clock, limits, timeouts, mirrorsArguments, fetchPage, diagnose });
    this.#calls = new ToolCalls({
      protocol: this.#options,
      inputs: this.#inputs,
      tools: this.#tools,
      readyFor: (signal) => this.#requests.readyFor('tools/call', signal),
      era: () => this.#conversation?.era ?? 'legacy',
      mirrorsArguments,
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
    return this.#life.name;
  }

  /** Requests that wait for an answer. */
  get pendingCount(): number {
    return this.#connector.peer?.pendingCount ?? 0;
  }

  /** What the handshake agreed on; undefined before. */
  get server(): Handshake | undefined {
    return this.#conversation?.handshake;
  }

  /** A snapshot of what happened so far. Names, counts and sizes: no arguments, no results. */
  stats(): ClientStats {
    return clientStats(this.#life.name, this.#connector);
  }

  /**
   * Starts the server and shakes hands. Single-flight: concurrent callers share one handshake, whose time is the first one's,
   * and each may take its own wish back; when nobody waits any more it is given up. A failed handshake ends server and client.
   *
   * @throws McpClientError `MCP_SPAWN_FAILED`, `MCP_HANDSHAKE_FAILED`, `MCP_UNSUPPORTED_VERSION`, `MCP_ABORTED`,
   *   `CLIENT_CLOSED`, `MCP_INVALID_PARAMS`; over HTTP `MCP_CONNECTION_FAILED`, `MCP_HTTP_ERROR`, `MCP_UNAUTHORIZED`;
   *   `MCP_INVALID_CONFIG` for arguments that a Windows `.cmd` file cannot take
   */
  async initialize(options: RequestOptions = {}): Promise<Handshake> {
    try {
      const { signal, timeoutMs = this.#options.timeouts.handshakeMs } = options;
      checkRequestOptions(options, 'initialize');
      if (this.server && this.#life.name === 'ready') return this.server;
      requireWanted('initialize', signal);
      this.#life.requireOpen('initialize');
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
   *   `MCP_ABORTED`, `MCP_INVALID_RESULT`, `MCP_RESULT_TOO_LARGE`, `MCP_BUSY`; over HTTP
   *   `MCP_CONNECTION_FAILED`, `MCP_HTTP_ERROR`, `MCP_UNAUTHORIZED`; or why the connection is over.
   */
  callTool(name: string, args: Readonly<Record<string, unknown>> = {}, options: CallOptions = {}): Promise<ToolResult> {
    return this.#calls.call(name, args, options);
  }

  /**
   * Sends a request that has no method of its own here (`resources/read`, `prompts/get`, one of an extension), and gives
   * the result as it came, within `limits.maxResultBytes`: nothing of it is checked, all of it is the server's word. In the
   * modern era the server may ask back, as in a call. `params` is JSON, without `_meta`, which the client writes.
   *
   * @throws McpClientError `MCP_INVALID_PARAMS` (also for what the client sends itself: `tools/call`, `ping`, …),
   *   `MCP_CAPABILITY_MISSING` (nothing was sent), `MCP_ERROR`, or any other end of a call.
   */
  request(
    method: string,
    params: Readonly<Record<string, unknown>> = {},
    options: CallOptions = {},
  ): Promise<JsonObject> {
    return this.#requests.send(method, params, options);
  }

  /**
   * Asks the server whether it is alive: by `ping`, in the modern era (which has none) by `server/discover`. An answer of
   * any kind says yes; a refusal is `MCP_ERROR`.
   */
  ping(options: RequestOptions = {}): Promise<void> {
    return this.#requests.ping(options);
  }

  /** Hears of the server's notifications until the returned function is called. The handler may throw. */
  onNotification(handler: NotificationHandler): () => void {
    return this.#notifications.add(handler);
  }

  /**
   * Hears that changes may have gone by untold (modern era: the stream that tells of them was lost, and is back or given up),
   * so that what was listed should be listed again; until the returned function is called. The handler may throw.
   */
  onMissedChanges(handler: () => unknown): () => void {
    return this.#notifications.addForGaps(handler);
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
    this.#life.step({ type: 'start' });
    try {
      const handshake = await this.#connector.open(signal, timeoutMs);
      this.#conversation = new Conversation(handshake);
      this.#watchers.observer?.handshake(handshake);
      this.#life.step({ type: 'handshake-done' });
      this.#conversation.subscribe({
        peer: this.#connector.peer,
        clock: this.#ports.clock,
        acknowledgeMs: this.#options.timeouts.requestMs,
        onGap: (gap) => {
          // Who listed nothing before the first stream has missed nothing.
          const isMissed = gap === 'over' || (gap === 'first' && this.#tools.isRead);
          this.#tools.changed();
          if (isMissed) this.#notifications.tellGap();
        },
        diagnose: (diagnostic) => this.#diagnose(diagnostic),
      });
      return handshake;
    } catch (error) {
      // Goes on by itself: whoever waits for the handshake is told at once.
      void this.#shut({ code: 'CLIENT_CLOSED', message: 'the handshake failed', cause: error });
      throw error;
    }
  }

  #notified(method: string, params: JsonObject): void {
    // Before the handshake nothing was negotiated.
    const conversation = this.#conversation;
    if (conversation?.handles(method, params) === true) return;
    const missing = conversation === undefined ? 'a handshake' : conversation.missingToBelieve(method, params);
    const believed = this.#notifications.deliver(method, params, missing);
    if (believed && method === 'notifications/tools/list_changed') this.#tools.changed();
  }

  #diagnose(diagnostic: Diagnostic): void {
    guarded(() => this.#options.onDiagnostic(diagnostic));
    this.#watchers.observer?.diagnostic(diagnostic);
  }

  /** The one way to the end, by whatever cause: the first reason stays, and all share one promise. */
  #shut(reason: Failure): Promise<CloseReport> {
    if (this.#closing) return this.#closing;
    const gone = createDeferred<CloseReport>();
    this.#closing = gone.promise; // before anything is called: the end of the connection comes back to here
    this.#life.step({ type: 'ended', reason });
    guarded(() => this.#options.onEnd(reason));
    this.#conversation?.close();
    this.#inputs.close(reason);
    void this.#connector.close(reason).then((report) => {
      this.#life.step({ type: 'gone' });
      this.#watchers.observer?.gone(report);
      gone.resolve(report);
    });
    return gone.promise;
  }

  #named(error: unknown): unknown {
    return withServerName(error, this.#options.serverName);
  }
}

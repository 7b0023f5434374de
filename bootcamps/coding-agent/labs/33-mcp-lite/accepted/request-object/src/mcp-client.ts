import { McpClientError } from './errors.ts';
import { decodeLine, encodeLine } from './message.ts';
import {
  isTimerRange,
  resolveOptions,
  type McpClientOptions,
  type RequestOptions,
  type ResolvedOptions,
} from './options.ts';
import { readInitializeResult, readToolResult, readToolsPage } from './results.ts';
import type { InitializeResult, Tool, ToolResult } from './results.ts';
import { ServerProcess } from './server-process.ts';
import { PendingRequest } from './pending-request.ts';

/** Newest first. We offer the first and accept any of them, never one that we only hope to understand. */
const SUPPORTED_REVISIONS = ['2025-11-25', '2025-06-18', '2024-11-05'] as const;

/** A list of more pages than this is taken for one without an end. */
const MAX_PAGES = 200;

/**
 * The client, with one object a request: `PendingRequest` owns the timer, the listener and the promise, and takes itself
 * out of the map when it ends.
 */
export class McpClient {
  readonly #options: ResolvedOptions;
  readonly #pending = new Map<number, PendingRequest>();
  #nextId = 1;
  #server?: ServerProcess;
  #handshake: Promise<InitializeResult> | undefined;
  #ready = false;
  #endReason: Error | undefined;
  #stopped: Promise<void> = Promise.resolve();

  /**
   * Checks the options and starts nothing.
   *
   * @throws McpClientError `MCP_INVALID_CONFIG`
   */
  constructor(options: McpClientOptions) {
    this.#options = resolveOptions(options);
  }

  /** Process id of the server; undefined before `initialize`. */
  get pid(): number | undefined {
    return this.#server?.pid;
  }

  /** Requests that wait for an answer. */
  get pendingCount(): number {
    return this.#pending.size;
  }

  /**
   * Starts the server and shakes hands. Concurrent callers share one handshake, which goes by the signal and the timeout
   * of the first: when that one gives up, it has failed for all. A failed handshake is final and stops the server; later
   * calls end with `CLIENT_CLOSED`, whose `cause` is the failure, or with `MCP_PROCESS_EXIT` when the server is gone.
   *
   * @throws McpClientError `MCP_SPAWN_FAILED`, `MCP_UNSUPPORTED_VERSION`, or any code that a call can end with.
   */
  initialize(options: RequestOptions = {}): Promise<InitializeResult> {
    if (this.#endReason) return Promise.reject(this.#endReason);
    if (options.signal?.aborted) return Promise.reject(aborted('initialize'));
    if (!isUsable(options)) return Promise.reject(unusableTimeout());
    this.#handshake ??= this.#shakeHands(options);
    return this.#handshake;
  }

  /** All the tools of the server, page by page. `timeoutMs` counts for each page. */
  async listTools(options: RequestOptions = {}): Promise<Tool[]> {
    const server = this.#readyServer(options);
    const tools: Tool[] = [];
    const seen = new Set<string>();
    let cursor: string | undefined;
    do {
      const page = readToolsPage(await this.#request(server, 'tools/list', { cursor }, options));
      for (const tool of page.tools) tools.push(tool); // not push(...tools): a call takes only so many arguments
      cursor = page.nextCursor; // opaque: the empty string is a cursor too
      if (cursor === undefined) break;
      if (seen.has(cursor)) throw endless('the server repeats a cursor');
      if (seen.add(cursor).size === MAX_PAGES) throw endless(`the server names more than ${MAX_PAGES} pages`);
    } while (cursor !== undefined);
    return tools;
  }

  /**
   * Calls one tool. Calls may overlap.
   *
   * @throws McpClientError `MCP_ERROR` (the server refused), `MCP_TIMEOUT`, `MCP_ABORTED`, `MCP_PROCESS_EXIT`, …
   */
  async callTool(
    name: string,
    args: Readonly<Record<string, unknown>> = {},
    options: RequestOptions = {},
  ): Promise<ToolResult> {
    const server = this.#readyServer(options);
    if (typeof name !== 'string' || name === '') {
      throw new McpClientError('MCP_INVALID_PARAMS', 'the name of a tool is a non-empty string');
    }
    return readToolResult(await this.#request(server, 'tools/call', { name, arguments: args }, options));
  }

  /**
   * Ends all that waits (`CLIENT_CLOSED`), then the server. Resolves when the process is gone. May be called at any time
   * and again: every caller gets the same promise.
   */
  close(): Promise<void> {
    return this.#end(new McpClientError('CLIENT_CLOSED', 'the client was closed'));
  }

  async #shakeHands(options: RequestOptions): Promise<InitializeResult> {
    try {
      const server = ServerProcess.spawn(this.#options, {
        onLine: (line) => this.#onLine(server, line),
        onEnd: (reason) => void this.#end(reason),
      });
      this.#server = server;
      const params = {
        protocolVersion: SUPPORTED_REVISIONS[0],
        capabilities: {},
        clientInfo: { name: 'mcp-lite', version: '1.0.0' },
      };
      const result = readInitializeResult(await this.#request(server, 'initialize', params, options));
      requireSupported(result.protocolVersion);
      notify(server, 'notifications/initialized');
      this.#ready = true;
      return result;
    } catch (error) {
      // A failed handshake owns no server. A later caller has not timed out, nor aborted: for that one the client is closed.
      void this.#end(new McpClientError('CLIENT_CLOSED', 'the handshake failed', { cause: error }));
      throw error;
    }
  }

  /** The door of every call: nothing is taken or written before it. */
  #readyServer(options: RequestOptions): ServerProcess {
    if (this.#endReason) throw this.#endReason;
    if (!this.#server || !this.#ready) {
      throw new McpClientError('MCP_NOT_INITIALIZED', 'call initialize() and wait for it first');
    }
    if (!isUsable(options)) throw unusableTimeout();
    return this.#server;
  }

  async #request(server: ServerProcess, method: string, params: object, options: RequestOptions): Promise<unknown> {
    if (options.signal?.aborted) throw aborted(method);
    const id = this.#nextId;
    const line = encodeLine({ id, method, params });
    this.#nextId += 1;
    const request = new PendingRequest(
      { timeoutMs: this.#options.requestTimeoutMs, ...options },
      {
        onEnd: () => this.#pending.delete(id),
        onGivenUp: () => {
          if (method !== 'initialize') notify(server, 'notifications/cancelled', { requestId: id, reason: 'given up' });
        },
      },
      method,
    );
    this.#pending.set(id, request);
    server.write(line, (cause) =>
      request.fail(new McpClientError('MCP_WRITE_FAILED', `${method} not sent`, { cause })),
    );
    return request.promise;
  }

  #onLine(server: ServerProcess, line: string): void {
    if (this.#endReason) return;
    const message = decodeLine(line);
    switch (message.kind) {
      case 'response':
        this.#pending.get(message.id)?.settle(message.outcome);
        break;
      case 'request': // its ids are the server's own: they never meet ours
        answer(server, message.id, message.method);
        break;
      case 'notification': // never ends a request
        void this.#tell(message.method, message.params);
        break;
      default:
        message satisfies never;
    }
  }

  /** The handler is the caller's; the connection is not its hostage: what it throws, now or later, is dropped. */
  async #tell(method: string, params: unknown): Promise<void> {
    try {
      await this.#options.onNotification?.(method, params);
    } catch {}
  }

  /** State first, then the waiting, then the process. The first reason stays. */
  #end(reason: Error): Promise<void> {
    if (!this.#endReason) {
      this.#endReason = reason;
      for (const request of this.#pending.values()) request.fail(reason);
      if (this.#server) this.#stopped = this.#server.shutdown();
    }
    return this.#stopped;
  }
}

function requireSupported(version: string): void {
  if (SUPPORTED_REVISIONS.some((supported) => supported === version)) return;
  throw new McpClientError(
    'MCP_UNSUPPORTED_VERSION',
    `the server speaks ${JSON.stringify(version.slice(0, 32))}, this client speaks ${SUPPORTED_REVISIONS.join(', ')}`,
  );
}

/** A notification has no id, so nobody will answer it; when it cannot be sent, the exit tells. */
function notify(server: ServerProcess, method: string, params?: object): void {
  server.write(encodeLine({ method, params }), () => {});
}

function answer(server: ServerProcess, id: number | string, method: string): void {
  const error = { code: -32601, message: 'this client offers nothing but ping' };
  server.write(encodeLine(method === 'ping' ? { id, result: {} } : { id, error }), () => {});
}

/** 0 ms, or 3e9, would fire at once. */
function isUsable({ timeoutMs }: RequestOptions): boolean {
  return timeoutMs === undefined || isTimerRange(timeoutMs);
}

function unusableTimeout(): McpClientError {
  return new McpClientError('MCP_INVALID_PARAMS', 'timeoutMs is out of range');
}

function endless(why: string): McpClientError {
  return new McpClientError('MCP_PROTOCOL_ERROR', `${why}: its list would never end`);
}

function aborted(method: string): McpClientError {
  return new McpClientError('MCP_ABORTED', `${method} was aborted by the caller`);
}

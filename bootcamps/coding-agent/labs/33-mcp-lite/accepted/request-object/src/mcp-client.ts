import { McpClientError } from './errors.ts';
import { decodeLine, encodeLine } from './message.ts';
import { resolveOptions, type McpClientOptions, type RequestOptions, type ResolvedOptions } from './options.ts';
import { readInitializeResult, readToolResult, readToolsPage } from './results.ts';
import type { InitializeResult, Tool, ToolResult } from './results.ts';
import { ServerProcess } from './server-process.ts';
import { PendingRequest } from './pending-request.ts';

/** Newest first. We offer the first and accept any of them, never one that we only hope to understand. */
const SUPPORTED_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

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
   * Starts the server and shakes hands. Concurrent callers share one handshake; a failed one is final and stops the server.
   *
   * @throws McpClientError `MCP_SPAWN_FAILED`, `MCP_UNSUPPORTED_VERSION`, or any code that a call can end with.
   */
  initialize(options: RequestOptions = {}): Promise<InitializeResult> {
    if (this.#endReason) return Promise.reject(this.#endReason);
    if (options.signal?.aborted) return Promise.reject(aborted('initialize'));
    this.#handshake ??= this.#shakeHands(options);
    return this.#handshake;
  }

  /** All the tools of the server, page by page. `timeoutMs` counts for each page. */
  async listTools(options: RequestOptions = {}): Promise<Tool[]> {
    const server = this.#readyServer();
    const tools: Tool[] = [];
    const seen = new Set<string>();
    let cursor: string | undefined;
    do {
      const page = readToolsPage(await this.#request(server, 'tools/list', { cursor }, options));
      tools.push(...page.tools);
      cursor = page.nextCursor; // opaque: the empty string is a cursor too
      if (cursor !== undefined && seen.has(cursor)) {
        throw new McpClientError('MCP_PROTOCOL_ERROR', 'the server repeats a cursor: its list would never end');
      }
      if (cursor !== undefined) seen.add(cursor);
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
    const server = this.#readyServer();
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
        protocolVersion: SUPPORTED_VERSIONS[0],
        capabilities: {},
        clientInfo: { name: 'mcp-lite', version: '1.0.0' },
      };
      const result = readInitializeResult(await this.#request(server, 'initialize', params, options));
      requireSupported(result.protocolVersion);
      notify(server, 'notifications/initialized');
      this.#ready = true;
      return result;
    } catch (error) {
      void this.#end(error instanceof Error ? error : new Error(String(error))); // a failed handshake owns no server
      throw error;
    }
  }

  #readyServer(): ServerProcess {
    if (this.#endReason) throw this.#endReason;
    if (this.#server && this.#ready) return this.#server;
    throw new McpClientError('MCP_NOT_INITIALIZED', 'call initialize() and wait for it first');
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
        try {
          this.#options.onNotification?.(message.method, message.params);
        } catch {
          // The handler is the caller's; the connection is not its hostage.
        }
        break;
      default:
        message satisfies never;
    }
  }

  /** State first, then the waiting, then the process. The first reason stays. */
  #end(reason: Error): Promise<void> {
    if (!this.#endReason) {
      this.#endReason = reason;
      for (const request of this.#pending.values()) request.fail(reason);
      if (this.#server) this.#stopped = this.#server.stop();
    }
    return this.#stopped;
  }
}

function requireSupported(version: string): void {
  if (SUPPORTED_VERSIONS.some((supported) => supported === version)) return;
  throw new McpClientError(
    'MCP_UNSUPPORTED_VERSION',
    `the server speaks ${JSON.stringify(version.slice(0, 32))}, this client speaks ${SUPPORTED_VERSIONS.join(', ')}`,
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

function aborted(method: string): McpClientError {
  return new McpClientError('MCP_ABORTED', `${method} was aborted by the caller`);
}

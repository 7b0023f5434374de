/** @import { Answer, Mode, Server, ToolCall, WireRequest } from './types.ts' */
/** @import { FixtureShape } from '../fixture-options.ts' */
/** @import { WireMessage } from '../journal.ts' */

/** What every server of this package calls itself. */
export const serverInfo = { name: 'fixture-server', version: '1.0.0' };

/** Revisions whose handshake this server knows, oldest first. It answers an unknown one with the last. */
export const knownRevisions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];

/**
 * The server's side of the conversation, without a fault: what is answered to which message. Knows nothing of bytes.
 */
export class Protocol {
  #server;
  #mode;
  #deliver;
  #initialized = false;
  /**
   * Delayed calls by request id; what cancels one.
   *
   * @type {Map<number | string, NodeJS.Timeout>}
   */
  #delayed = new Map();

  /**
   * @param {Server} server
   * @param {Mode} mode
   * @param {(answer: Answer, request: WireRequest) => void} deliver takes each answer on its way out
   */
  constructor(server, mode, deliver) {
    this.#server = server;
    this.#mode = mode;
    this.#deliver = deliver;
  }

  /** @param {WireMessage} message */
  receive(message) {
    const { id, method, params } = message;
    if (typeof method !== 'string') return; // an answer to a request of ours: the journal has it, nobody waits for it
    if (id === undefined || id === null) this.#notified(method, params);
    else this.#requested(/** @type {WireRequest} */ (message));
  }

  /** Nothing that is still delayed will be answered. */
  dropDelayed() {
    for (const timer of this.#delayed.values()) clearTimeout(timer);
    this.#delayed.clear();
  }

  /**
   * @param {string} method
   * @param {WireMessage['params']} params
   */
  #notified(method, params) {
    if (method === 'notifications/initialized') this.#initialized = true;
    if (method !== 'notifications/cancelled') return;
    const id = /** @type {number | string} */ (params?.['requestId']);
    clearTimeout(this.#delayed.get(id));
    this.#delayed.delete(id);
  }

  /** @param {WireRequest} request */
  #requested(request) {
    const { method, params } = request;
    if (request.jsonrpc !== '2.0') return this.#refuse(request, -32600, 'jsonrpc must be "2.0"');
    if (method === 'initialize') return this.#result(request, initializeResult(params?.['protocolVersion']));
    if (method === 'ping') return this.#result(request, {});
    if (method !== 'tools/list' && method !== 'tools/call')
      return this.#refuse(request, -32601, `unknown method ${method}`);
    if (!this.#initialized) return this.#refuse(request, -32002, 'not initialized');
    if (method === 'tools/list') this.#list(request);
    else this.#call(request);
  }

  /** @param {WireRequest} request */
  #list(request) {
    const cursor = request.params?.['cursor'];
    if (cursor !== undefined && typeof cursor !== 'string')
      return this.#refuse(request, -32602, 'cursor must be a string');
    const page = this.#mode.list
      ? this.#mode.list(cursor)
      : cursor === undefined
        ? { tools: this.#server.tools }
        : undefined;
    if (page === undefined) return this.#refuse(request, -32602, `unknown cursor ${JSON.stringify(cursor)}`);
    const tools = page.tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    this.#result(request, { ...page, tools });
  }

  /** @param {WireRequest} request */
  #call(request) {
    const { name, arguments: args = {} } = request.params ?? {};
    const tool = this.#server.tools.find((candidate) => candidate.name === name);
    if (tool === undefined) return this.#refuse(request, -32602, `unknown tool ${JSON.stringify(name)}`);
    if (typeof args !== 'object' || args === null) return this.#refuse(request, -32602, 'arguments must be an object');
    tool.call(this.#toolCall(request, /** @type {Record<string, unknown>} */ (args)), this.#server);
  }

  /**
   * @param {WireRequest} request
   * @param {Record<string, unknown>} args
   * @returns {ToolCall}
   */
  #toolCall(request, args) {
    return {
      args,
      request,
      result: (result) => this.#result(request, result),
      text: (text, isError = false) => this.#result(request, toolResult(this.#server.options.shape, text, isError)),
      refuse: (code, message, data) => this.#refuse(request, code, message, data),
      after: (delayMs, work) => {
        const done = () => {
          this.#delayed.delete(request.id);
          work();
        };
        this.#delayed.set(request.id, setTimeout(done, delayMs));
      },
    };
  }

  /**
   * @param {WireRequest} request
   * @param {Record<string, unknown>} result
   */
  #result(request, result) {
    this.#deliver({ jsonrpc: '2.0', id: request.id, result }, request);
  }

  /**
   * @param {WireRequest} request
   * @param {number} code
   * @param {string} message
   * @param {unknown} [data]
   */
  #refuse(request, code, message, data) {
    this.#deliver({ jsonrpc: '2.0', id: request.id, error: { code, message, data } }, request);
  }
}

/**
 * @param {unknown} requested
 * @returns {Record<string, unknown>}
 */
function initializeResult(requested) {
  return {
    protocolVersion: knownRevisions.find((revision) => revision === requested) ?? knownRevisions.at(-1),
    capabilities: { tools: {} },
    serverInfo,
  };
}

/**
 * @param {FixtureShape} shape
 * @param {string} text
 * @param {boolean} [isError]
 * @returns {Record<string, unknown>} the result of tools/call
 */
export function toolResult(shape, text, isError = false) {
  const content = shape === 'lite' ? text : [{ type: 'text', text }];
  return isError ? { content, isError } : { content };
}

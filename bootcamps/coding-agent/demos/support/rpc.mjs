/** What every server of the demos has to know of JSON-RPC, however its messages come and go. */

/** @typedef {Readonly<Record<string, unknown>>} JsonObject */

/**
 * What came: something to answer, something that nobody answers (a notification, or an answer, and we ask nothing), or an
 * error to be told.
 *
 * @typedef {{ kind: 'request', id: string | number, method: string, params: JsonObject }} Request
 * @typedef {{ kind: 'notification', method: string, params: JsonObject }} Notification
 * @typedef {Request | Notification | { kind: 'answer' } | { kind: 'wrong', error: RpcError }} Received
 */

/** The answer is an error. */
export class RpcError extends Error {
  /**
   * @param {number} code
   * @param {string} message
   * @param {unknown} [data]
   */
  constructor(code, message, data) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/**
 * @param {unknown} value
 * @returns {value is JsonObject}
 */
export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @param {string} text */
export function log(text) {
  process.stderr.write(`${text}\n`);
}

/** @param {JsonObject} message */
export function encode(message) {
  return JSON.stringify({ jsonrpc: '2.0', ...message });
}

/**
 * @param {string} text
 * @param {string} what it is called when it is no JSON
 * @returns {Received}
 */
export function readMessage(text, what) {
  const message = parse(text);
  if (message === undefined) return wrong(-32700, `this ${what} is not JSON`);
  if (isObject(message) && !('method' in message) && ('result' in message || 'error' in message)) {
    return { kind: 'answer' };
  }
  if (!isObject(message) || message['jsonrpc'] !== '2.0' || typeof message['method'] !== 'string') {
    return wrong(-32600, 'this is no request');
  }
  const { id, method } = message;
  const params = isObject(message['params']) ? message['params'] : {};
  if (!('id' in message)) return { kind: 'notification', method, params };
  if (typeof id !== 'string' && typeof id !== 'number') return wrong(-32600, 'an id is a string or a number');
  return { kind: 'request', id, method, params };
}

/**
 * The `error` of an answer. What is no RpcError is a fault of ours: it is logged, and nobody outside is told of it.
 *
 * @param {unknown} error
 */
export function errorMember(error) {
  if (error instanceof RpcError) return { code: error.code, message: error.message, data: error.data };
  log(String(error instanceof Error ? error.stack : error));
  return { code: -32603, message: 'the server failed' };
}

/**
 * @param {number} code
 * @param {string} message
 * @returns {Received}
 */
function wrong(code, message) {
  return { kind: 'wrong', error: new RpcError(code, message) };
}

/**
 * @param {string} text
 * @returns {unknown} undefined for what is not JSON
 */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

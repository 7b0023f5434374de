/**
 * What the servers of the demos have in common: lines in, lines out. Nothing but protocol goes to stdout, logs go to
 * stderr, a line that nobody can read is answered and survived, and when stdin ends, so does the server.
 */

/** @typedef {Readonly<Record<string, unknown>>} JsonObject */

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

/**
 * @param {string} method
 * @param {JsonObject} [params]
 */
export function notify(method, params) {
  write({ method, params });
}

/**
 * @param {(method: string, params: JsonObject) => JsonObject} answerTo gives the result of a request, or throws an RpcError
 * @param {(method: string, params: JsonObject) => void} [hear] takes a notification
 */
export function serve(answerTo, hear = () => {}) {
  /** @type {Buffer[]} */
  let pieces = [];
  process.stdin.on('data', (/** @type {Buffer} */ chunk) => {
    let rest = chunk;
    for (let end = rest.indexOf(0x0a); end !== -1; end = rest.indexOf(0x0a)) {
      const line = Buffer.concat([...pieces, rest.subarray(0, end)]).toString('utf8');
      pieces = [];
      rest = rest.subarray(end + 1);
      if (line.trim() !== '') receive(line);
    }
    pieces.push(rest);
  });
  // After the end of stdin nothing keeps this process, but answers that are still on their way out.
  process.stdout.on('error', () => process.exit(1)); // nobody reads them any more

  /** @param {string} line */
  function receive(line) {
    const message = parse(line);
    if (message === undefined) return write({ error: { code: -32700, message: 'this line is not JSON' } });
    // An answer, and we ask nothing.
    if (isObject(message) && !('method' in message) && ('result' in message || 'error' in message)) return undefined;
    if (!isObject(message) || message['jsonrpc'] !== '2.0' || typeof message['method'] !== 'string') {
      return write({ error: { code: -32600, message: 'this is no request' } });
    }
    const { id, method, params } = message;
    const given = isObject(params) ? params : {};
    if (!('id' in message)) return hear(method, given);
    if (typeof id !== 'string' && typeof id !== 'number') {
      return write({ error: { code: -32600, message: 'an id is a string or a number' } });
    }
    return answer(id, () => answerTo(method, given));
  }
}

/**
 * @param {string | number} id
 * @param {() => JsonObject} work
 */
function answer(id, work) {
  try {
    write({ id, result: work() });
  } catch (error) {
    if (!(error instanceof RpcError)) log(String(error instanceof Error ? error.stack : error));
    const { code, message, data } =
      error instanceof RpcError ? error : { code: -32603, message: 'the server failed', data: undefined };
    write({ id, error: { code, message, data } });
  }
}

/** @param {JsonObject} message */
function write(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

/**
 * @param {string} line
 * @returns {unknown} undefined for what is not JSON
 */
function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

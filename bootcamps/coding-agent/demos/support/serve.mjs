/**
 * What the servers of the demos over stdio have in common: lines in, lines out. Nothing but protocol goes to stdout, logs go
 * to stderr, a line that nobody can read is answered and survived, and when stdin ends, so does the server.
 */
import { encode, errorMember, readMessage } from './rpc.mjs';

/** @import { JsonObject } from './rpc.mjs' */

/** @typedef {(method: string, params: JsonObject) => void} Tell sends a notification */

/**
 * What the answer to one request has beside the request: `tell` sends a notification about it, and `signal` aborts when
 * nobody waits for the answer any more.
 *
 * @typedef {{ readonly tell: Tell, readonly signal: AbortSignal }} Call
 */

/**
 * Gives the result of a request, now or later, or throws an RpcError.
 *
 * @typedef {(method: string, params: JsonObject, call: Call) => JsonObject | Promise<JsonObject>} AnswerTo
 */

/** @typedef {(direction: 'received' | 'sent', line: string) => void} Watcher sees each line that passes */

/** @type {Watcher} */
let seen = () => {};

/**
 * @param {string} method
 * @param {JsonObject} [params]
 */
export function notify(method, params) {
  write({ method, params });
}

/**
 * @param {AnswerTo} answerTo
 * @param {{ readonly onWire?: Watcher }} [options]
 */
export function serve(answerTo, { onWire = seen } = {}) {
  seen = onWire;
  /** Answers that take their time, by the ids of their requests. @type {Map<unknown, AbortController>} */
  const underWay = new Map();
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
    seen('received', line);
    const message = readMessage(line, 'line');
    if (message.kind === 'wrong') write({ error: errorMember(message.error) });
    else if (message.kind === 'request') answer(message.id, message.method, message.params);
    else if (message.kind === 'notification' && message.method === 'notifications/cancelled') {
      underWay.get(message.params['requestId'])?.abort();
    }
  }

  /**
   * @param {string | number} id
   * @param {string} method
   * @param {JsonObject} params
   */
  function answer(id, method, params) {
    const takenBack = new AbortController();
    const { signal } = takenBack;
    const refuse = (/** @type {unknown} */ error) => write({ id, error: errorMember(error) });
    try {
      const result = answerTo(method, params, { tell: notify, signal });
      if (!(result instanceof Promise)) return write({ id, result });
      underWay.set(id, takenBack);
      void result
        .then((late) => !signal.aborted && write({ id, result: late }))
        .catch((error) => !signal.aborted && refuse(error))
        .finally(() => underWay.delete(id));
    } catch (error) {
      refuse(error);
    }
    return undefined;
  }
}

/** @param {JsonObject} message */
function write(message) {
  const line = encode(message);
  seen('sent', line);
  process.stdout.write(`${line}\n`);
}

/** The tool itself, for servers of either era. */
import { isObject, RpcError } from '../../support/rpc.mjs';

/** @import { JsonObject } from '../../support/rpc.mjs' */
/** @import { Call } from '../../support/serve.mjs' */

const operations = {
  add: { sign: '+', of: (/** @type {number} */ a, /** @type {number} */ b) => a + b },
  sub: { sign: '-', of: (/** @type {number} */ a, /** @type {number} */ b) => a - b },
  mul: { sign: '*', of: (/** @type {number} */ a, /** @type {number} */ b) => a * b },
  div: { sign: '/', of: (/** @type {number} */ a, /** @type {number} */ b) => a / b },
};

export const calculatorTool = {
  name: 'calculator',
  description: 'Calculates with two numbers.',
  inputSchema: {
    type: 'object',
    properties: {
      a: { type: 'number' },
      b: { type: 'number' },
      op: { type: 'string', enum: Object.keys(operations) },
    },
    required: ['a', 'b', 'op'],
  },
};

/**
 * Answers `tools/call`. What is wrong with the call itself is a JSON-RPC error, for the program that sent it; what the tool
 * cannot do is a result with `isError`, for the model that asked for it.
 *
 * @param {JsonObject} params
 * @param {Pick<Call, 'tell'>} call
 * @returns {JsonObject} the result
 */
export function callCalculator(params, { tell }) {
  const { name, arguments: args = {}, _meta: meta } = params;
  if (name !== calculatorTool.name) throw new RpcError(-32602, `unknown tool ${JSON.stringify(name)}`);
  if (!isObject(args)) throw new RpcError(-32602, 'arguments must be an object');
  const { a, b, op } = args;
  if (typeof a !== 'number' || typeof b !== 'number') return failed('a and b must be numbers');
  if (typeof op !== 'string' || !isOperation(op))
    return failed(`op must be one of ${Object.keys(operations).join(', ')}`);
  const { sign, of } = operations[op];
  // Only who sent a token wants to hear of progress.
  if (isObject(meta) && meta['progressToken'] !== undefined) {
    const { progressToken } = meta;
    tell('notifications/progress', { progressToken, progress: 1, total: 1, message: `${a} ${sign} ${b}` });
  }
  if (op === 'div' && b === 0) return failed('division by zero');
  const value = of(a, b);
  return Number.isFinite(value) ? { content: text(String(value)) } : failed('the result is too large');
}

/**
 * @param {string} why
 * @returns {JsonObject}
 */
function failed(why) {
  return { content: text(why), isError: true };
}

/** @param {string} value */
function text(value) {
  return [{ type: 'text', text: value }];
}

/**
 * @param {string} op
 * @returns {op is keyof typeof operations}
 */
function isOperation(op) {
  return Object.hasOwn(operations, op);
}

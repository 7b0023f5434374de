/** @import { FixtureTool } from './types.ts' */

/**
 * The tools that every mode offers.
 *
 * @type {readonly FixtureTool[]}
 */
export const fixtureTools = [
  {
    name: 'echo',
    description: 'Answers with the value it was given, after a delay.',
    inputSchema: {
      type: 'object',
      properties: { value: { type: 'string' }, delay: { type: 'integer', minimum: 0, description: 'milliseconds' } },
      required: ['value'],
    },
    call(call) {
      const { value, delay = 0 } = call.args;
      if (value === undefined) return call.refuse(-32602, 'echo needs a value');
      if (!isCount(delay)) return call.refuse(-32602, 'delay must be a number of milliseconds');
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      if (delay === 0) call.text(text);
      else call.after(delay, () => call.text(text));
    },
  },
  {
    name: 'fail',
    description: 'Refuses with a JSON-RPC error; with isError, answers with a tool error instead.',
    inputSchema: {
      type: 'object',
      properties: {
        code: { type: 'integer' },
        message: { type: 'string' },
        data: {},
        isError: { type: 'boolean' },
      },
    },
    call(call) {
      const { code = -32001, message = 'the tool refused', data, isError } = call.args;
      if (!Number.isInteger(code) || typeof message !== 'string')
        return call.refuse(-32602, 'fail needs an integer code');
      if (isError === true) call.text(message, true);
      else call.refuse(Number(code), message, data);
    },
  },
  {
    name: 'never',
    description: 'Is never answered.',
    inputSchema: { type: 'object' },
    call() {},
  },
  {
    name: 'exit',
    description: 'Ends the server in mid-call, with an exit code (default 0) or by a signal.',
    inputSchema: { type: 'object', properties: { code: { type: 'integer' }, signal: { type: 'string' } } },
    call(call, server) {
      const { code = 0, signal } = call.args;
      if (typeof signal === 'string' && /^SIG[A-Z0-9]+$/.test(signal)) {
        server.exit({ signal: /** @type {NodeJS.Signals} */ (signal) });
      } else if (signal === undefined && isCount(code) && code <= 255) server.exit({ code });
      else call.refuse(-32602, 'exit needs a code from 0 to 255, or the name of a signal');
    },
  },
];

/**
 * @param {unknown} value
 * @returns {value is number}
 */
function isCount(value) {
  return Number.isInteger(value) && Number(value) >= 0;
}

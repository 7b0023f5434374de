/** What the calculator does, over whatever way: it knows of neither. */
import { callCalculator, calculatorTool } from '../../calculator/server/calculate.mjs';
import { caching, modernEra } from '../../support/modern-era.mjs';
import { isObject } from '../../support/rpc.mjs';

/** @import { JsonObject } from '../../support/rpc.mjs' */
/** @import { Call } from '../../support/serve.mjs' */

const waitTool = {
  name: 'wait',
  description: 'Waits until the call is taken back.',
  inputSchema: { type: 'object' },
};
const exitTool = {
  name: 'exit',
  description: 'Ends the server in the middle of the call.',
  inputSchema: { type: 'object' },
};

export const methods = modernEra(
  { name: 'calculator', version: '3.0.0' },
  {
    'tools/list': () => ({ tools: [calculatorTool, waitTool, exitTool], ...caching }),
    'tools/call': (params, call) => {
      if (params['name'] === waitTool.name) return wait(params, call);
      if (params['name'] === exitTool.name) return process.exit(3);
      return callCalculator(params, call);
    },
  },
);

/**
 * @param {JsonObject} params
 * @param {Call} call
 * @returns {Promise<JsonObject>} never resolves
 */
function wait({ _meta: meta }, { tell, signal }) {
  if (isObject(meta) && meta['progressToken'] !== undefined) {
    const { progressToken } = meta;
    tell('notifications/progress', { progressToken, progress: 0, message: 'waiting' });
  }
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

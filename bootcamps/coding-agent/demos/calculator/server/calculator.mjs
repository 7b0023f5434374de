/** A server of the legacy era: `initialize` comes first. Run by `node calculator.mjs`, spoken to on stdin. */
import { log, RpcError } from '../../support/rpc.mjs';
import { serve } from '../../support/serve.mjs';
import { calculatorTool, callCalculator } from './calculate.mjs';

/** @import { JsonObject } from '../../support/rpc.mjs' */

// Both have everything that is used here; 2025-03-26 has batches, which this server does not read.
const revisions = ['2025-11-25', '2025-06-18'];
let hasBegun = false;

serve((method, params, call) => {
  switch (method) {
    case 'initialize':
      hasBegun = true;
      return initializeResult(params['protocolVersion']);
    case 'ping':
      return {};
    case 'tools/list':
      requireHandshake();
      if (params['cursor'] !== undefined) throw new RpcError(-32602, 'this list has one page');
      return { tools: [calculatorTool] };
    case 'tools/call':
      requireHandshake();
      return callCalculator(params, call);
    default:
      throw new RpcError(-32601, `unknown method ${method}`);
  }
});
log('calculator: ready'); // on stderr: one such line on stdout, and the client reads it as a message

/**
 * @param {unknown} asked
 * @returns {JsonObject}
 */
function initializeResult(asked) {
  return {
    protocolVersion: revisions.find((revision) => revision === asked) ?? revisions[0],
    capabilities: { tools: {} },
    serverInfo: { name: 'calculator', version: '1.0.0' },
  };
}

function requireHandshake() {
  if (!hasBegun) throw new RpcError(-32600, 'initialize comes first');
}

/** The calculator in the modern era, and in no other. */
import { callCalculator, calculatorTool } from '../../calculator/server/calculate.mjs';
import { caching, modernEra } from '../../support/modern-era.mjs';
import { log, RpcError } from '../../support/rpc.mjs';
import { serve } from '../../support/serve.mjs';

const methods = modernEra(
  { name: 'calculator', version: '2.0.0' },
  {
    'tools/list': ({ cursor }) => {
      if (cursor !== undefined) throw new RpcError(-32602, 'this list has one page');
      return { tools: [calculatorTool], ...caching };
    },
    'tools/call': callCalculator,
  },
);

serve(methods);
log('calculator of the modern era: ready');

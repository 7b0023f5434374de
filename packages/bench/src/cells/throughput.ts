import { askNumber, callMany } from './calls.ts';
import { startCpuClock } from './cpu.ts';
import type { Measure } from './cell-context.ts';

/** Many calls at once; the variant says how many are in flight. */
export const measure: Measure = async (context) => {
  const inFlight = context.variant;
  const calls = context.count(10_000, 3000);
  const client = await context.open();
  await callMany(client, context.count(3000, 1000), inFlight);
  const readsBefore = await askNumber(client, 'reads');
  const cpu = startCpuClock();
  const start = performance.now();
  await callMany(client, calls, inFlight);
  const ms = performance.now() - start;
  const micros = cpu();
  const reads = (await askNumber(client, 'reads')) - readsBefore;
  await client.close();
  return {
    [`perSecond${inFlight}`]: (calls / ms) * 1000,
    [`cpuMicros${inFlight}`]: micros / calls,
    // As if it had been 10,000 calls, also in a quick run.
    [`reads${inFlight}`]: (reads / calls) * 10_000,
  };
};

import { callMany } from './calls.ts';
import type { Measure } from './cell-context.ts';
import { startCpuClock } from './cpu.ts';

/** A long run with many calls at once: what a listener costs is little, and the engine needs its time to settle. */
export const measure: Measure = async (context) => {
  const inFlight = context.variant;
  const calls = context.count(100_000, 5_000);
  const client = await context.open();
  await callMany(client, context.count(20_000, 1_000), inFlight);
  const cpu = startCpuClock();
  const start = performance.now();
  await callMany(client, calls, inFlight);
  const ms = performance.now() - start;
  const micros = cpu();
  await client.close();
  const lost = client.lost?.();
  return { perSecond: (calls / ms) * 1000, cpuMicros: micros / calls, ...(lost === undefined ? {} : { lost }) };
};

import { percentile } from '../statistics.ts';
import { callMany, callOnce } from './calls.ts';
import type { Measure } from './cell-context.ts';

/** One call after the other. */
export const measure: Measure = async (context) => {
  const client = await context.openApart();
  await callMany(client, context.count(3000, 500), 1);
  const micros: number[] = [];
  for (let i = 0; i < context.count(5000, 1000); i += 1) {
    const start = performance.now();
    await callOnce(client, i);
    micros.push((performance.now() - start) * 1000);
  }
  await client.close();
  return { p50: percentile(micros, 50), p95: percentile(micros, 95), p99: percentile(micros, 99) };
};

import { askNumber } from './calls.ts';
import { startCpuClock } from './cpu.ts';
import type { Measure } from './cell-context.ts';

/** Notifications that nobody listens to. The numbers stay under the 20,000 a second that our client takes. */
export const measure: Measure = async (context) => {
  const count = context.count(10_000, 4000);
  const client = await context.open();
  await askNumber(client, 'notify', { count: 3000 });
  const cpu = startCpuClock();
  await askNumber(client, 'notify', { count });
  const micros = cpu();
  await client.close();
  return { cpuMicros: micros / count };
};

import { textOf } from '../clients/bench-client.ts';
import { callOnce } from './calls.ts';
import { startCpuClock } from './cpu.ts';
import { collectGarbage, forgetPeak, peakBytes } from './memory.ts';
import type { Measure } from './cell-context.ts';

const mebibyte = 1024 * 1024;

/** One answer with a text of as many MiB as the variant says. */
export const measure: Measure = async (context) => {
  const mebibytes = context.variant;
  const client = await context.open();
  await callOnce(client, 1);
  collectGarbage();
  const before = process.memoryUsage.rss();
  forgetPeak();
  const cpu = startCpuClock();
  const start = performance.now();
  const { length } = textOf(await client.call('big', { bytes: mebibytes * mebibyte }));
  const ms = performance.now() - start;
  const cpuMs = cpu() / 1000;
  const peakMb = (peakBytes() - before) / mebibyte;
  if (length !== mebibytes * mebibyte) throw new Error(`a text of ${length} bytes instead of ${mebibytes} MiB`);
  await client.close();
  return { [`ms${mebibytes}`]: ms, [`cpuMs${mebibytes}`]: cpuMs, [`peakMb${mebibytes}`]: peakMb };
};

import { collectGarbage } from './memory.ts';
import { startCpuClock } from './cpu.ts';
import type { Measure } from './cell-context.ts';

const mebibyte = 1024 * 1024;

/** From nothing to the class of the client. */
export const measure: Measure = async (context) => {
  const before = process.memoryUsage.rss();
  const cpu = startCpuClock();
  const start = performance.now();
  await context.load();
  const ms = performance.now() - start;
  const cpuMs = cpu() / 1000;
  const rssMb = (process.memoryUsage.rss() - before) / mebibyte;
  collectGarbage();
  return { ms, cpuMs, rssMb, heapMb: process.memoryUsage().heapUsed / mebibyte };
};

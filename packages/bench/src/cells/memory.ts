import { readFileSync, writeFileSync } from 'node:fs';

/** Collects twice: what a first pass finds may free more. Cells are started with `--expose-gc`. */
export function collectGarbage(): void {
  if (!globalThis.gc) throw new Error('a cell needs --expose-gc');
  globalThis.gc();
  globalThis.gc();
}

/** Bytes that are held, on the heap and behind it. */
export function heldBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Where the system can forget its peak (Linux), the peak of the import does not hide that of what comes now. */
export function forgetPeak(): void {
  if (process.platform === 'linux') writeFileSync('/proc/self/clear_refs', '5');
}

/** The most memory that this process had, in bytes, since `forgetPeak` or since its start. */
export function peakBytes(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
  const kibibytes = /^VmHWM:\s+(\d+) kB$/mu.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  if (kibibytes === undefined) throw new Error('the system does not tell a peak of memory');
  return Number(kibibytes) * 1024;
}

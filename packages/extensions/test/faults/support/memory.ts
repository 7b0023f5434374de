import { readFileSync, writeFileSync } from 'node:fs';

/** The peak of this process's memory, from a moment on. */
export interface PeakWatch {
  /** Bytes above the start, at the worst moment since. Ends the watch. */
  growth(): number;
}

/** How often young garbage is collected, in milliseconds. */
const sweepMs = 5;

/**
 * Begins to watch the resident memory of this process. On Linux the kernel keeps the peak and forgets the old one when it
 * is told to, so not a single spike is missed; elsewhere it is looked at every few milliseconds.
 *
 * Meanwhile young garbage is collected again and again: the buffers that a pipe was read into are free after a moment, but
 * V8 may leave tens of megabytes of them lie about, now more and now less. What is measured is what is held.
 */
export function watchPeak(): PeakWatch {
  globalThis.gc?.();
  const isLinux = process.platform === 'linux';
  if (isLinux) writeFileSync('/proc/self/clear_refs', '5');
  const start = isLinux ? kernelBytes('VmRSS') : process.memoryUsage.rss();
  let peak = start;
  const look = (): number => (peak = Math.max(peak, isLinux ? kernelBytes('VmHWM') : process.memoryUsage.rss()));
  const timer = setInterval(() => {
    if (!isLinux) look();
    globalThis.gc?.({ type: 'minor', execution: 'sync' });
  }, sweepMs).unref();
  return {
    growth: () => {
      clearInterval(timer);
      return look() - start;
    },
  };
}

function kernelBytes(field: string): number {
  const found = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(readFileSync('/proc/self/status', 'utf8'));
  return Number(found?.[1]) * 1024;
}

import { listProcesses, type ProcessInfo } from '@coding-agent/fixture-servers/testing';

/** Where the table is read by starting a program, a look costs more. */
const lookMs = process.platform === 'linux' ? 500 : 2000;
const watchers = new Set<(processes: readonly ProcessInfo[]) => void>();
let timer: NodeJS.Timeout | undefined;

/**
 * Calls `see` with the table of processes now and then, until the returned function is called. All runs share one look:
 * reading the whole table costs milliseconds, and many runs are under way.
 */
export function watchProcesses(see: (processes: readonly ProcessInfo[]) => void): () => void {
  watchers.add(see);
  timer ??= setInterval(() => {
    let processes: ProcessInfo[];
    try {
      processes = listProcesses();
    } catch {
      return; // the next look may work; the count after the run tells when it does not
    }
    for (const watcher of watchers) watcher(processes);
  }, lookMs);
  return () => {
    watchers.delete(see);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a machine is busy with while the bench does nothing. */
export interface MachineLoad {
  /** Load average of the last minute; the bench's own work is in it too, and on Windows it is always 0. */
  readonly loadAverage: number;
  /** Share of all cores that somebody else uses, 0 to 1. */
  readonly busyShare: number;
}

/** From here on a machine is not idle. */
export const busyFrom = 0.1;

/** Long enough to tell a busy machine from an idle one: the system counts in steps of 10 ms for each core. */
const lookMs = 200;

async function readLoad(): Promise<MachineLoad> {
  const before = cpuTimes();
  await sleep(lookMs);
  const after = cpuTimes();
  const total = after.total - before.total;
  const busyShare = total === 0 ? 0 : 1 - (after.idle - before.idle) / total;
  return { loadAverage: loadavg()[0] ?? 0, busyShare };
}

/** Looks until the machine is idle, for at most so many milliseconds and once at least. Returns what it saw last. */
export async function waitForIdle(forMs: number, signal: AbortSignal): Promise<MachineLoad> {
  const end = performance.now() + forMs;
  let load = await readLoad();
  while (load.busyShare >= busyFrom && performance.now() < end && !signal.aborted) load = await readLoad();
  return load;
}

export function cpuModel(): string {
  const [first] = cpus();
  return `${cpus().length} x ${first?.model.trim() ?? 'unknown'}`;
}

function cpuTimes(): { readonly idle: number; readonly total: number } {
  let idle = 0;
  let total = 0;
  for (const { times } of cpus()) {
    idle += times.idle;
    total += times.user + times.nice + times.sys + times.idle + times.irq;
  }
  return { idle, total };
}

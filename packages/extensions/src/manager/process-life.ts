import { readlinkSync } from 'node:fs';
import { linuxProcesses } from '../stdio/linux-processes.ts';

/** Names the space in which a process number means one process; the same for all processes that see each other. */
export function pidSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return process.platform;
  }
}

/**
 * Whether the process still lives that had this number and began at that moment (`startOf`; undefined where that cannot be
 * told). A zombie does not. In doubt it lives.
 */
export async function isProcessAlive(pid: number, start: string | undefined): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: there is one, and it is somebody else's.
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
  }
  if (process.platform !== 'linux' || start === undefined) return true;
  const [entry] = (await linuxProcesses.entries([pid])) ?? [];
  return entry === undefined || (entry.alive && entry.start === start);
}

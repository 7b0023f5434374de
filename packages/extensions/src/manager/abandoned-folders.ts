import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The beginning of a folder's name; random characters follow. */
export function folderPrefix(pid: number): string {
  return `mcp-spill-${pid}-`;
}

const pattern = /^mcp-spill-(\d{1,10})-\w{6}$/;

/** A folder of a host that is not seen (in another container, which shares the folder above) is let alone for so long. */
const minAgeMs = 24 * 60 * 60 * 1_000;

/**
 * Removes what hosts left in a folder that were killed: this user's, unchanged for a day, of a process that is no more. What
 * cannot be looked at or removed stays: this is tidying, and fails nothing.
 */
export async function removeAbandoned(parent: string, now: number = Date.now()): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  for (const name of names) {
    const [, pid] = pattern.exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const path = join(parent, name);
    const found = await lstat(path).catch(() => undefined);
    if (found?.isDirectory() !== true || found.uid !== (process.getuid?.() ?? found.uid)) continue;
    if (now - found.mtimeMs > minAgeMs) await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

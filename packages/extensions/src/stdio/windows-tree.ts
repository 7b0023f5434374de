import { execFile } from 'node:child_process';
import type { Survivor } from '../rpc/transport.ts';
import { taskkill } from './launch.ts';
import type { ProcessEntry } from './process-system.ts';
import type { ShutdownTree } from './shutdown.ts';

/**
 * A server's processes on Windows, where there are no groups and no signals: `taskkill /T /F` ends the child and its
 * descendants, and can do so only while the child itself lives. So helpers that outlive a server which left by itself are
 * not found there. Both signals mean the same.
 */
export class WindowsTree implements ShutdownTree {
  readonly sawAll = true;
  readonly sawStranger = false;
  readonly #pid: number;
  readonly #isRunning: () => boolean;

  constructor(pid: number, isRunning: () => boolean) {
    this.#pid = pid;
    this.#isRunning = isRunning;
  }

  look(): Promise<readonly ProcessEntry[]> {
    return this.living();
  }

  living(): Promise<readonly ProcessEntry[]> {
    const pid = this.#pid;
    const root = { pid, ppid: process.pid, pgid: pid, session: pid, alive: true, start: '' };
    return Promise.resolve(this.#isRunning() ? [root] : []);
  }

  signal(found: readonly ProcessEntry[] | undefined): void {
    if (found === undefined || found.length === 0) return;
    const { file, args } = taskkill(this.#pid, process.env);
    // What it could not end is seen by the next look.
    try {
      execFile(file, args, { windowsHide: true, timeout: 2000 }, () => {});
    } catch {
      // No room for one more process, or no memory: the same.
    }
  }

  describe(entries: readonly ProcessEntry[]): Promise<readonly Survivor[]> {
    return Promise.resolve(entries.map(({ pid }) => ({ pid, command: '(unknown)' })));
  }
}

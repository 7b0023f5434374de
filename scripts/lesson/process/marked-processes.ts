import { readFileSync } from 'node:fs';
import { descendantsOf, listProcesses, type ProcessInfo } from '@coding-agent/fixture-servers/testing';
import type { ProcessLeft } from '../evidence.ts';

/** The variable that marks a run's processes where no namespace is to be had. */
export const markVariable = 'LESSON_RUN_MARK';

/**
 * The weaker way: remembers every descendant seen while the run lasted, and finds what carries the run's mark. A pid may
 * be reused, so a remembered process counts only while its command is the same.
 */
export class MarkedProcesses {
  readonly #mark: string;
  readonly #before: ReadonlyMap<number, string>;
  readonly #seen = new Map<number, string>();

  /** `before`: what ran already. It is never ours, also where its parent's number has been given to a process of ours. */
  constructor(mark: string, before: readonly ProcessInfo[]) {
    this.#mark = mark;
    this.#before = new Map(before.map(({ pid, command }) => [pid, command]));
  }

  /** Looks once; call it again and again while the run lasts. Returns the memory of the tree in bytes. */
  look(rootPid: number, processes: readonly ProcessInfo[]): number {
    const tree = processes.filter((entry) => entry.pid === rootPid).concat(descendantsOf(rootPid, processes));
    for (const entry of tree) {
      if (entry.pid !== rootPid && this.#before.get(entry.pid) !== entry.command)
        this.#seen.set(entry.pid, entry.command);
    }
    return tree.reduce((sum, entry) => sum + entry.rssBytes, 0);
  }

  /** What is still alive now. */
  left(processes: readonly ProcessInfo[] = listProcesses()): ProcessLeft[] {
    return processes
      .filter((entry) => entry.state !== 'zombie' && entry.pid !== process.pid)
      .filter((entry) => this.#seen.get(entry.pid) === entry.command || this.#carriesMark(entry.pid))
      .map(({ pid, command }) => ({ pid, command }));
  }

  #carriesMark(pid: number): boolean {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`${markVariable}=${this.#mark}`);
    } catch {
      return false; // gone, another user's, or no /proc on this platform
    }
  }
}

import { systemClock } from '../base/clock.ts';
import type { Survivor } from '../rpc/transport.ts';
import type { Child } from './child.ts';
import { linuxProcesses, linuxStart } from './linux-processes.ts';
import type { ProcessSystem } from './process-system.ts';
import { ProcessTree } from './process-tree.ts';
import { psProcesses } from './ps-processes.ts';
import { shutDown, type Graces } from './shutdown.ts';
import { WindowsTree } from './windows-tree.ts';

/** The environment of other processes can be read here, so a mark in it finds what got away. */
export const markedPlatform = process.platform === 'linux';

/** When a process began; undefined where that cannot be had at once. */
export function startOf(pid: number): string | undefined {
  return process.platform === 'linux' ? linuxStart(pid) : undefined;
}

export interface EndServerOptions {
  readonly child: Child;
  readonly pid: number;
  readonly rootStart: string | undefined;
  readonly mark: string | undefined;
  readonly graces: Graces;
}

/** Ends a server and everything behind it, by the means of this platform. Resolves with what could not be ended. */
export function endServer({ child, pid, rootStart, mark, graces }: EndServerOptions): Promise<readonly Survivor[]> {
  const isRunning = (): boolean => child.isUnreaped;
  const system: ProcessSystem = process.platform === 'linux' ? linuxProcesses : psProcesses;
  const tree =
    process.platform === 'win32'
      ? new WindowsTree(pid, isRunning)
      : new ProcessTree({ system, rootPid: pid, rootStart, mark, rootIsUnreaped: isRunning });
  return shutDown({
    tree,
    rootPid: pid,
    exit: child.exit,
    isRunning,
    endStdin: () => child.endStdin(),
    onStep: (step) => child.noteStep(step),
    graces,
    clock: systemClock,
    pollMs: system.pollMs,
  });
}

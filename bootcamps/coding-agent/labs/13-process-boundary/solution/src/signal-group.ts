import type { ChildProcess } from 'node:child_process';

/**
 * Sends a signal to a process and to all that it started: to its group, whose number is the pid of its leader. (It leads
 * one because it was started `detached`.)
 *
 * Grown-up twin: packages/extensions/src/stdio/process-tree.ts, which also finds who has left the group
 */
export function signalGroup({ pid }: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return; // it never ran
  try {
    process.kill(-pid, signal);
  } catch {
    // ESRCH: nobody is left. That is what was wanted.
  }
}

import type { ChildProcess } from 'node:child_process';

/**
 * Sends a signal to a process, and to nobody else.
 *
 * Homework (process-group): what the process has started gets it, too. On POSIX a process that is spawned `detached` leads
 * a group, and `process.kill(-pid, signal)` is for all of it. When nobody is left it throws.
 *
 * Grown-up twin: packages/extensions/src/stdio/process-tree.ts, which also finds who has left the group
 */
export function signalGroup(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  child.kill(signal);
}

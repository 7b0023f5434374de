import { NotImplementedError } from './errors.ts';
import { resolveOptions, type RunOptions } from './options.ts';
import type { ProcessResult } from './result.ts';

/**
 * Runs one program to its end. When the promise settles, the process is gone.
 *
 * It rejects when no process ran, and only then. Whatever a process that ran has done, a bad exit code included, is a
 * result; so is that it was stopped, with the output up to there.
 *
 * TODO(TODO_RUN_PROCESS): the options are checked; all the rest is yours. In this order the tests turn green:
 *
 * 1. start: `spawn(executable, args, { cwd, env: childEnvironment(env), shell: false })`, each stream into a
 *    `CappedOutput`, a result when the process has ended. An `error` event needs a listener, or it ends the host.
 * 2. environment: see environment.ts.
 * 3. output: see capped-output.ts.
 * 4. failures: see spawn-failure.ts. Some are thrown by `spawn`, others come as an `error` event.
 * 5. timeout: SIGTERM, then after `graceMs` SIGKILL, and only the end of the process ends the run. Who clears the timers?
 * 6. abort: the same for `signal`. Already aborted: nothing is started. Who removes the listener?
 *
 * Homework: what the process has started (process-group), who holds its pipes (held-pipes), who reads stdin (stdin-closed).
 *
 * | resource                      | owner            | given back by                   |
 * | ----------------------------- | ---------------- | ------------------------------- |
 * | timers, listener              | yours to decide  | yours to decide: one place      |
 * | the process                   | yours to decide  | yours to decide: on every way   |
 * | the AbortSignal               | the caller       | we remove our listener, no more |
 *
 * @throws ProcessError: no process ran. `code` says why.
 *
 * Grown-up twin: packages/extensions/src/stdio/child.ts and shutdown.ts
 */
export async function runProcess(options: RunOptions): Promise<ProcessResult> {
  resolveOptions(options); // throws for what cannot be used; what it returns has every default filled in
  throw new NotImplementedError('TODO_RUN_PROCESS', [
    '实现 runProcess：启动、读取、停止一个进程',
    'Implement runProcess: start, read and stop one process',
  ]);
}

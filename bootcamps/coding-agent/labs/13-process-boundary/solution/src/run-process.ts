import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { CappedOutput } from './capped-output.ts';
import { childEnvironment } from './environment.ts';
import { ProcessError } from './errors.ts';
import { resolveOptions, type ResolvedOptions, type RunOptions } from './options.ts';
import type { Ending, ProcessResult } from './result.ts';
import { signalGroup } from './signal-group.ts';
import { spawnFailure } from './spawn-failure.ts';

/** How long after its exit the last words of a process may take to come through its pipes. */
const DRAIN_MS = 200;

/**
 * Runs one program to its end. When the promise settles, the process is gone.
 *
 * It rejects when no process ran, and only then. Whatever a process that ran has done, a bad exit code included, is a
 * result; so is that it was stopped, with the output up to there.
 *
 * | resource                      | owner      | given back by                                  |
 * | ----------------------------- | ---------- | ---------------------------------------------- |
 * | timers, listener              | this call  | `release`, on the exit or the failed start     |
 * | the process and its group     | this call  | `stop`, and the `finally` for what it started  |
 * | the pipes                     | this call  | the `finally`                                  |
 * | the AbortSignal               | the caller | we remove our listener, no more                |
 *
 * @throws ProcessError: no process ran. `code` says why.
 *
 * Grown-up twin: packages/extensions/src/stdio/child.ts and shutdown.ts
 */
export async function runProcess(options: RunOptions): Promise<ProcessResult> {
  const run = resolveOptions(options);
  const { signal, timeoutMs, graceMs, maxOutputBytes } = run;
  if (signal?.aborted) {
    throw new ProcessError('PROCESS_ABORTED', 'the signal was aborted before the start', { cause: signal.reason });
  }

  const child = start(run);
  const stdout = collect(child.stdout, maxOutputBytes);
  const stderr = collect(child.stderr, maxOutputBytes);
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));

  let ending = 'exited' as Ending;
  let killTimer: NodeJS.Timeout | undefined;
  const stop = (why: Ending): void => {
    if (ending !== 'exited') return; // the first reason stays
    ending = why;
    signalGroup(child, 'SIGTERM'); // asks
    killTimer = setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs); // does not ask
  };
  const onAbort = (): void => stop('aborted');
  const timer = setTimeout(() => stop('timed-out'), timeoutMs);
  signal?.addEventListener('abort', onAbort);
  const release = (): void => {
    clearTimeout(timer);
    clearTimeout(killTimer);
    signal?.removeEventListener('abort', onAbort);
  };

  try {
    const exit = await exitOf(child, run).finally(release);
    await atMost(DRAIN_MS, closed);
    await setImmediate(); // a busy host sees its timers first: one more look at the pipes
    const abortReason: unknown = ending === 'aborted' ? signal?.reason : undefined;
    return { stdout: stdout.result(), stderr: stderr.result(), ...exit, ending, abortReason };
  } finally {
    signalGroup(child, 'SIGKILL'); // what it started ends with it
    for (const pipe of [child.stdout, child.stderr]) pipe?.destroy();
  }
}

/** Some failures are thrown here, others come as an event: see `exitOf`. */
function start({ executable, args, cwd, env }: ResolvedOptions): ChildProcess {
  try {
    return spawn(executable, args, {
      cwd,
      env: childEnvironment(env),
      shell: false, // nobody splits, expands or executes parts of the arguments
      stdio: ['ignore', 'pipe', 'pipe'], // who reads stdin meets its end at once
      detached: true, // leads a group of its own: see signal-group.ts
    });
  } catch (error) {
    throw spawnFailure(error, { executable, cwd });
  }
}

/** Reads until the end, also beyond the cap: who stops reading stops the process. */
function collect(pipe: Readable | null, maxBytes: number): CappedOutput {
  const output = new CappedOutput(maxBytes);
  pipe?.on('data', (chunk: Buffer) => output.push(chunk));
  pipe?.on('error', () => {}); // a pipe that breaks must not crash the host
  return output;
}

/**
 * Goes by `exit`: the process is gone, whoever still holds its pipes. (`close` waits for them, and a grandchild can hold
 * them for as long as it likes.)
 */
function exitOf(child: ChildProcess, run: ResolvedOptions): Promise<Pick<ProcessResult, 'exitCode' | 'signal'>> {
  return new Promise((resolve, reject) => {
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }));
    // Without a process there is an error and no exit. (A kill may fail later: that is no reason to go.)
    child.on('error', (error) => {
      if (child.pid === undefined) reject(spawnFailure(error, run));
    });
  });
}

/** Waits for a promise, but not for longer than this. The timer is given back either way. */
function atMost(ms: number, promise: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    void promise.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

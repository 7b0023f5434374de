import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { childEnvironment } from './environment.ts';
import { ProcessError } from './errors.ts';
import { resolveOptions, type ResolvedOptions, type RunOptions } from './options.ts';
import type { Ending, ProcessResult } from './result.ts';
import { signalGroup } from './signal-group.ts';
import { spawnFailure } from './spawn-failure.ts';
import { readText } from './capped-output.ts';

const DRAIN_MS = 150;

type Exit = Pick<ProcessResult, 'exitCode' | 'signal'>;

/** One function from top to bottom: a race says what happens next, and `over` calls off whatever has lost one. */
export async function runProcess(options: RunOptions): Promise<ProcessResult> {
  const run = resolveOptions(options);
  const { signal, maxOutputBytes } = run;
  if (signal?.aborted) throw new ProcessError('PROCESS_ABORTED', 'aborted before the start', { cause: signal.reason });

  const child = start(run);
  const stdout = readText(child.stdout, maxOutputBytes);
  const stderr = readText(child.stderr, maxOutputBytes);
  const over = new AbortController();
  try {
    const exit = exitOf(child, run);
    const ending = await Promise.race<Ending>([
      exit.then(() => 'exited'),
      after(run.timeoutMs, over.signal, 'timed-out'),
      ...(signal ? [abortOf(signal, over.signal)] : []),
    ]);
    if (ending !== 'exited') {
      signalGroup(child, 'SIGTERM');
      const isDeaf = await Promise.race([exit.then(() => false), after(run.graceMs, over.signal, true)]);
      if (isDeaf) signalGroup(child, 'SIGKILL');
    }
    const end = await exit;
    const bothEnd = Promise.all([stdout.end, stderr.end]);
    await Promise.race([bothEnd, after(DRAIN_MS, over.signal, undefined)]);
    await setImmediate();
    const abortReason: unknown = ending === 'aborted' ? signal?.reason : undefined;
    return { stdout: stdout.output(), stderr: stderr.output(), ...end, ending, abortReason };
  } finally {
    over.abort();
    signalGroup(child, 'SIGKILL');
    child.stdout?.destroy();
    child.stderr?.destroy();
  }
}

function start({ executable, args, cwd, env }: ResolvedOptions): ChildProcess {
  try {
    return spawn(executable, args, {
      cwd,
      env: childEnvironment(env),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
  } catch (error) {
    throw spawnFailure(error, { executable, cwd });
  }
}

async function exitOf(child: ChildProcess, run: ResolvedOptions): Promise<Exit> {
  child.on('error', () => {}); // `once` below hears the first one; one that comes later says nothing new
  try {
    await once(child, 'exit');
  } catch (error) {
    throw spawnFailure(error, run);
  }
  return { exitCode: child.exitCode, signal: child.signalCode };
}

async function abortOf(signal: AbortSignal, over: AbortSignal): Promise<Ending> {
  await orNever(once(signal, 'abort', { signal: over }));
  return 'aborted';
}

function after<T>(ms: number, over: AbortSignal, value: T): Promise<T> {
  return orNever(sleep(ms, value, { signal: over }));
}

/** What was called off stays silent: the race it was in is over. */
function orNever<T>(promise: Promise<T>): Promise<T> {
  return promise.catch(() => new Promise<never>(() => {}));
}

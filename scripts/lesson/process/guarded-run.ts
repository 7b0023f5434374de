import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listProcesses } from '@coding-agent/fixture-servers/testing';
import type { ProcessFacts } from '../evidence.ts';
import type { Guard } from './guard.ts';
import { MarkedProcesses, markVariable } from './marked-processes.ts';
import { endTree } from './end-tree.ts';
import { watchProcesses } from './process-watch.ts';
import { endWithUs } from './run-watchdog.ts';

export interface GuardedCommand {
  readonly guard: Guard;
  readonly executable: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** A folder for the list of left processes. */
  readonly out: string;
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
  readonly maxRssBytes: number;
  readonly signal: AbortSignal;
}

export interface GuardedResult {
  readonly ended: 'exit' | 'timeout' | 'output-limit' | 'memory-limit' | 'aborted' | 'not-started' | 'uncounted';
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly processes: Pick<ProcessFacts, 'method' | 'complete' | 'left'>;
  readonly output: string;
  readonly outputBytes: number;
  readonly peakRssBytes: number;
  /** Set with `not-started` and `uncounted`. */
  readonly why: string;
}

const keptOutputBytes = 256 * 1024;

/**
 * Runs one command to its end or to its limit, counts what it leaves behind *before* cleaning up, and then ends it. When
 * the returned promise settles nothing of the run is alive; when `signal` aborts, the same holds.
 */
export function runGuarded(command: GuardedCommand): Promise<GuardedResult> {
  const { guard } = command;
  const mark = randomUUID();
  const leftFile = join(command.out, 'left-processes.txt');
  const inner = [command.executable, ...command.args];
  const words =
    guard.wrapper.length > 0
      ? [...guard.wrapper, '/bin/sh', join(import.meta.dirname, 'namespace-init.sh'), leftFile, ...inner]
      : inner;
  const [executable = '', ...args] = words;

  return new Promise((resolve) => {
    const child = spawn(executable, args, {
      cwd: command.cwd,
      env: { ...command.env, [markVariable]: mark },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own: a Ctrl-C in the terminal reaches the verifier alone, which then ends the run in order.
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    const unlist = guard.endsWithVerifier ? () => {} : endWithUs(child, mark);
    const marked = new MarkedProcesses(mark, guard.complete ? [] : listProcesses());
    const output = new OutputTail();
    let ended: GuardedResult['ended'] = 'exit';
    let peakRssBytes = 0;

    const stop = (reason: GuardedResult['ended']): void => {
      if (ended !== 'exit') return;
      ended = reason;
      kill(child);
    };
    const onAbort = (): void => stop('aborted');
    const deadline = setTimeout(() => stop('timeout'), command.timeoutMs);
    const unwatch = watchProcesses((processes) => {
      if (child.pid === undefined) return;
      const rssBytes = marked.look(child.pid, processes);
      peakRssBytes = Math.max(peakRssBytes, rssBytes);
      if (rssBytes > command.maxRssBytes) stop('memory-limit');
    });
    const release = (): void => {
      clearTimeout(deadline);
      unwatch();
      command.signal.removeEventListener('abort', onAbort);
    };
    command.signal.addEventListener('abort', onAbort, { once: true });
    if (command.signal.aborted) onAbort();

    const onData = (chunk: Buffer): void => {
      output.add(chunk);
      if (output.bytes > command.maxOutputBytes) stop('output-limit');
    };
    child.stdout.on('data', onData);
    child.stderr.on('data', onData);

    child.once('error', (error) => {
      if (child.pid !== undefined) return;
      release();
      resolve({
        ended: 'not-started',
        exitCode: null,
        signal: null,
        processes: { method: guard.method, complete: guard.complete, left: [] },
        output: '',
        outputBytes: 0,
        peakRssBytes: 0,
        why: error.message,
      });
    });
    // `exit`, not `close`: a process that was left behind may hold the pipes for ever.
    child.once('exit', (exitCode, signal) => {
      release();
      void (async () => {
        const counted = guard.complete ? readLeft(leftFile) : await leftMarked(marked).catch(() => undefined);
        const left = counted ?? [];
        // Ended by itself, and nobody counted what it left: that is no proof that it left nothing.
        if (counted === undefined && ended === 'exit') ended = 'uncounted';
        if (!guard.complete) await endTree(left.map((entry) => entry.pid));
        unlist();
        await drained(child);
        resolve({
          ended,
          exitCode,
          signal,
          processes: { method: guard.method, complete: guard.complete, left },
          output: output.text(),
          outputBytes: output.bytes,
          peakRssBytes,
          why: ended === 'uncounted' ? whyUncounted(exitCode, signal, output.text()) : '',
        });
      })();
    });
  });
}

/** Kills the wrapper (the kernel then ends its namespace) or, without one, the run's process group. */
function kill(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

/** Who was to count the processes ended before it could. */
function whyUncounted(exitCode: number | null, signal: string | null, output: string): string {
  const how = signal === null ? `ended with exit ${exitCode}` : `died of ${signal}`;
  const words = output.trim().slice(-300);
  return `what guards the run ${how}, so its processes could not be counted; run it again${words && `: ${words}`}`;
}

/** `undefined`: the list was not written. */
function readLeft(file: string): { pid: number; command: string }[] | undefined {
  if (!existsSync(file)) return undefined;
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => /^(\d+) (.*)$/.exec(line))
    .flatMap((match) => (match ? [{ pid: Number(match[1]), command: (match[2] ?? '').trim() }] : []));
}

/** The same patience as the namespace's first process has: what is just ending is not left behind. */
async function leftMarked(marked: MarkedProcesses): Promise<{ pid: number; command: string }[]> {
  let left = marked.left().map(({ pid, command }) => ({ pid, command }));
  for (let tries = 0; left.length > 0 && tries < 20; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    left = marked.left().map(({ pid, command }) => ({ pid, command }));
  }
  return left;
}

/** Waits for the rest of the output, a moment at most, and lets go of the pipes. */
async function drained(child: ChildProcess): Promise<void> {
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let timer: NodeJS.Timeout | undefined;
  const moment = new Promise<void>((resolve) => (timer = setTimeout(resolve, 250)));
  if (child.stdout?.closed !== true || child.stderr?.closed !== true) await Promise.race([closed, moment]);
  clearTimeout(timer);
  child.stdout?.destroy();
  child.stderr?.destroy();
}

/** The end of what was printed: enough to show, bounded whatever a run prints. */
class OutputTail {
  bytes = 0;
  #chunks: Buffer[] = [];
  #kept = 0;

  add(chunk: Buffer): void {
    this.bytes += chunk.length;
    this.#chunks.push(chunk);
    this.#kept += chunk.length;
    while (this.#kept > keptOutputBytes && this.#chunks.length > 1) this.#kept -= this.#chunks.shift()?.length ?? 0;
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString('utf8');
  }
}

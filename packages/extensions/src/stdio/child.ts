import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { systemClock } from '../base/clock.ts';
import { createDeferred } from '../base/deferred.ts';
import { settlesWithin } from '../base/deadline.ts';
import { nextChildState, type ChildEvent, type ChildState, type ShutdownStep } from './child-state.ts';
import type { ProcessEvent } from '../rpc/process-event.ts';
import type { Launch } from './launch.ts';
import { errnoOf } from './spawn-failure.ts';
import type { Account } from './stdio-options.ts';

/** How long the last words of a process may take to come through its pipes after its exit, in milliseconds. */
export const drainMs = 100;

export interface ChildOptions {
  readonly launch: Extract<Launch, { kind: 'spawn' }>;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Whom it is started as; undefined: as the host. */
  readonly account?: Account | undefined;
  readonly onProcess?: ((event: ProcessEvent) => void) | undefined;
  readonly onStdout: (chunk: Buffer) => void;
  readonly onStderr: (chunk: Buffer) => void;
  /** Nothing more comes from stdout, though the process may live. Not called after the exit. */
  readonly onStdoutEnd: () => void;
}

/** How a child came to its end. */
export type ChildEnd =
  | { readonly kind: 'exited'; readonly exitCode: number | null; readonly signal: string | null }
  | { readonly kind: 'failed'; readonly cause: Error };

/**
 * One child process and its three pipes; it knows bytes, and nothing of lines. On POSIX it leads a session and group of its
 * own, so that its helpers are ended with it, and a Ctrl-C in the terminal is not for it: the host says when it goes.
 *
 * | resource     | given back by                                          |
 * | ------------ | ------------------------------------------------------ |
 * | the process  | the shutdown ladder (`shutdown.ts`)                    |
 * | the pipes    | its exit and a short drain, then they are destroyed    |
 */
export class Child {
  readonly #process: ChildProcess | undefined;
  readonly #onProcess: ChildOptions['onProcess'];
  readonly #exit = createDeferred<ChildEnd>();
  /** The exit, as soon as it is known, or that it never ran. Never rejects. */
  readonly exit: Promise<ChildEnd> = this.#exit.promise;
  /** The same, after the last words were read and the pipes destroyed. */
  readonly over: Promise<ChildEnd>;
  #state: ChildState = { kind: 'spawning' };
  #stdinBroken = false;

  /** Starts the process. Never throws: a failure comes as `exit`. */
  constructor(options: ChildOptions) {
    this.#onProcess = options.onProcess;
    this.#process = this.#spawn(options);
    this.over = this.#drain();
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  get state(): ChildState {
    return this.#state;
  }

  /** True until its exit was told: so long its pid is its own. */
  get isUnreaped(): boolean {
    return this.#state.kind === 'running' || this.#state.kind === 'stopping';
  }

  /** Where messages go; undefined when there is no process, or nothing can be written any more. */
  get stdin(): Writable | undefined {
    const stdin = this.#process?.stdin;
    return stdin !== null && stdin?.writable === true ? stdin : undefined;
  }

  /** Asks it to leave, in the one way that every platform has. Returns false when it cannot hear that any more. */
  endStdin(): boolean {
    const stdin = this.stdin;
    if (stdin === undefined || this.#stdinBroken) return false;
    stdin.end();
    return true;
  }

  /** Reads no more; the process meets a broken pipe if it goes on to write. */
  stopReading(): void {
    this.#process?.stdout?.destroy();
  }

  /** The shutdown has come to this step. */
  noteStep(step: ShutdownStep): void {
    this.#apply({ kind: 'step', step });
  }

  #apply(event: ChildEvent): void {
    const before = this.#state;
    this.#state = nextChildState(before, event);
    const news = this.#onProcess && newsOf(before, this.#state);
    if (news !== undefined) this.#onProcess?.(news);
  }

  #spawn({ launch, cwd, env, account, onStdout, onStderr, onStdoutEnd }: ChildOptions): ChildProcess | undefined {
    let child: ChildProcess;
    try {
      child = spawn(launch.file, launch.args, {
        cwd,
        env: { ...env },
        shell: false,
        detached: process.platform !== 'win32',
        windowsHide: true,
        windowsVerbatimArguments: launch.verbatim,
        stdio: ['pipe', 'pipe', 'pipe'],
        // With either of them Node takes the other groups away too.
        ...account,
      });
    } catch (error) {
      // Some failures are thrown (E2BIG, ENOTDIR), others come as an event.
      this.#fail(error instanceof Error ? error : new Error(String(error)));
      return undefined;
    }
    if (child.pid !== undefined) this.#apply({ kind: 'spawned', pid: child.pid });
    // May come without an exit, before one or after one; it says something new only when nothing ran.
    child.on('error', (error) => this.#fail(error));
    child.once('exit', (exitCode, signal) => {
      this.#apply({ kind: 'exit', exitCode, signal });
      this.#exit.resolve({ kind: 'exited', exitCode, signal });
    });
    // Without descriptors left there are no pipes. And a pipe without a listener for errors would crash the host.
    child.stdin?.on('error', () => (this.#stdinBroken = true));
    listen(child.stdout, onStdout, () => {
      if (this.isUnreaped) onStdoutEnd();
    });
    listen(child.stderr, onStderr, () => {});
    if (this.#onProcess !== undefined)
      child.stderr?.on('data', ({ length: bytes }: Buffer) => this.#onProcess?.({ type: 'stderr', bytes }));
    return child;
  }

  #fail(cause: Error): void {
    this.#apply({ kind: 'error', errno: errnoOf(cause) });
    if (this.#state.kind === 'failed') this.#exit.resolve({ kind: 'failed', cause });
  }

  /** Goes by `exit`: `close` waits for the pipes to close, and a grandchild can hold those for as long as it likes. */
  async #drain(): Promise<ChildEnd> {
    const child = this.#process;
    const readersEnd = Promise.all([ended(child?.stdout), ended(child?.stderr)]);
    const end = await this.exit;
    if (end.kind === 'exited') await newsWithin(readersEnd, drainMs);
    for (const pipe of [child?.stdin, child?.stdout, child?.stderr]) pipe?.destroy();
    return end;
  }
}

function listen(pipe: Readable | null, onData: (chunk: Buffer) => void, onEnd: () => void): void {
  pipe?.on('data', onData);
  pipe?.on('error', onEnd);
  pipe?.once('end', onEnd);
}

/** Resolves when nothing more comes. */
function ended(pipe: Readable | null | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (pipe === null || pipe === undefined || pipe.destroyed || pipe.readableEnded) resolve();
    else pipe.once('close', () => resolve());
  });
}

/**
 * True when the promise, which hangs on news of the operating system, settles in time. When the host was busy for all that
 * time, its timers come before its news; so one more look is taken before the answer is no.
 */
export async function newsWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  if (await settlesWithin(promise, ms, systemClock)) return true;
  await setImmediate();
  return Promise.race([promise.then(() => true), setImmediate(false)]);
}

/** What the change from one state to the next means for who watches; undefined when it is none. */
function newsOf(before: ChildState, state: ChildState): ProcessEvent | undefined {
  if (before === state) return undefined;
  switch (state.kind) {
    case 'spawning':
      return undefined;
    case 'running':
      return { type: 'process-started', pid: state.pid };
    case 'stopping': // SIGKILL is sent again and again
      return before.kind === 'stopping' && before.step === state.step
        ? undefined
        : { type: 'process-step', step: state.step };
    case 'exited':
      return { type: 'process-exited', exitCode: state.exitCode, signal: state.signal };
    case 'failed':
      return { type: 'process-failed', errno: state.errno };
    default:
      return state satisfies never;
  }
}

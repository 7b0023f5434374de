import { spawn, type ChildProcess } from 'node:child_process';
import { CappedOutput } from './capped-output.ts';
import { childEnvironment } from './environment.ts';
import type { ResolvedOptions } from './options.ts';
import type { Ending, ProcessResult } from './result.ts';
import { signalGroup } from './signal-group.ts';
import { spawnFailure } from './spawn-failure.ts';

const QUIET_MS = 100;
const DRAIN_MS = 1_000;

type State =
  | { readonly kind: 'running' }
  | { readonly kind: 'stopping'; readonly why: Ending }
  | { readonly kind: 'draining'; readonly why: Ending }
  | { readonly kind: 'over' };

/** One run. It goes from state to state, and whatever it takes it puts on a list of things to give back. */
export class ProcessRun {
  readonly result: Promise<ProcessResult>;
  readonly #options: ResolvedOptions;
  readonly #cleanUps: (() => void)[] = [];
  readonly #stdout: CappedOutput;
  readonly #stderr: CappedOutput;
  #state: State = { kind: 'running' };
  #resolve: (result: ProcessResult) => void = () => {};
  #reject: (error: Error) => void = () => {};
  #quietTimer?: NodeJS.Timeout;

  constructor(options: ResolvedOptions) {
    this.#options = options;
    this.#stdout = new CappedOutput(options.maxOutputBytes);
    this.#stderr = new CappedOutput(options.maxOutputBytes);
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    try {
      this.#watch(this.#spawn());
    } catch (error) {
      this.#fail(error);
    }
  }

  #spawn(): ChildProcess {
    const { executable, args, cwd, env } = this.#options;
    const stdio = ['ignore', 'pipe', 'pipe'] as ('ignore' | 'pipe')[];
    return spawn(executable, [...args], { cwd, env: childEnvironment(env), stdio, detached: true });
  }

  #watch(child: ChildProcess): void {
    const { timeoutMs, signal } = this.#options;
    for (const [pipe, output] of [
      [child.stdout, this.#stdout],
      [child.stderr, this.#stderr],
    ] as const) {
      pipe?.on('error', () => {});
      pipe?.on('data', (chunk: Buffer) => {
        output.push(chunk);
        this.#quietTimer?.refresh(); // somebody still speaks
      });
      this.#cleanUps.push(() => pipe?.destroy());
    }
    child.on('error', (error) => {
      if (child.pid === undefined) this.#fail(error);
    });
    child.once('exit', () => this.#drain(child));
    child.once('close', () => this.#finish(child));

    this.#later(timeoutMs, () => this.#stop(child, 'timed-out'));
    const onAbort = (): void => this.#stop(child, 'aborted');
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#cleanUps.push(() => signal?.removeEventListener('abort', onAbort));
  }

  #stop(child: ChildProcess, why: Ending): void {
    if (this.#state.kind !== 'running') return;
    this.#state = { kind: 'stopping', why };
    signalGroup(child, 'SIGTERM');
    this.#later(this.#options.graceMs, () => signalGroup(child, 'SIGKILL'));
  }

  /** The process is gone. Its pipes are read until they end or fall silent. */
  #drain(child: ChildProcess): void {
    this.#state = { kind: 'draining', why: this.#state.kind === 'stopping' ? this.#state.why : 'exited' };
    this.#quietTimer = this.#later(QUIET_MS, () => setImmediate(() => this.#finish(child)));
    this.#later(DRAIN_MS, () => this.#finish(child));
  }

  #finish(child: ChildProcess): void {
    if (this.#state.kind !== 'draining') return;
    const { why: ending } = this.#state;
    this.#giveBack();
    signalGroup(child, 'SIGKILL');
    const [stdout, stderr] = [this.#stdout.result(), this.#stderr.result()];
    const { exitCode, signalCode: signal } = child;
    const reason = ending === 'aborted' ? { abortReason: this.#options.signal?.reason as unknown } : {};
    this.#resolve({ stdout, stderr, exitCode, signal, ending, ...reason });
  }

  #fail(cause: unknown): void {
    if (this.#state.kind === 'over') return;
    this.#giveBack();
    this.#reject(spawnFailure(cause, this.#options));
  }

  #later(ms: number, action: () => void): NodeJS.Timeout {
    const timer = setTimeout(action, ms);
    this.#cleanUps.push(() => clearTimeout(timer));
    return timer;
  }

  #giveBack(): void {
    this.#state = { kind: 'over' };
    for (const cleanUp of this.#cleanUps.splice(0)) cleanUp();
  }
}

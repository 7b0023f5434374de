import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { serverEnvironment } from './environment.ts';
import { McpClientError } from './errors.ts';
import { readLines } from './line-decoder.ts';
import type { ResolvedOptions } from './options.ts';
import { StderrTail } from './stderr-tail.ts';

/** What the owner of a server process hears from it. */
export interface ServerEvents {
  /** One line of stdout. What it throws ends the connection, like any other fault in what the server says. */
  readonly onLine: (line: string) => void;
  /** Nothing more will come, and why. May be called more than once: the first reason is the true one. */
  readonly onEnd: (reason: Error) => void;
}

const STDERR_TAIL_BYTES = 8 * 1024;

/** How long after its exit a server's last words may take to come through the pipe. */
const DRAIN_MS = 100;

/** How long after a broken pipe the news of an exit may take. (Then the last words are waited for: DRAIN_MS.) */
const EXIT_NEWS_MS = 250;

/**
 * Owns one child process and its three pipes. It knows bytes, lines and signals, and nothing of requests.
 *
 * | resource     | given back by                              |
 * | ------------ | ------------------------------------------ |
 * | the process  | shutdown(), which waits until it is gone   |
 * | stdin        | shutdown(), first step                     |
 * | stdout       | the exit, or the first fault in a line     |
 * | stderr       | the exit                                   |
 *
 * Grown-up twin: packages/extensions/src/stdio/child.ts
 */
export class ServerProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #graceMs: number;
  readonly #stderr = new StderrTail(STDERR_TAIL_BYTES);
  /** The process has ended, or never began: why it could not be started, else undefined. */
  readonly #exited: Promise<unknown>;
  /** All of it is over: the pipes are drained and `onEnd` was told. */
  readonly #gone: Promise<void>;
  #stopping: Promise<void> | undefined;

  private constructor(child: ChildProcessWithoutNullStreams, options: ResolvedOptions, events: ServerEvents) {
    this.#child = child;
    this.#graceMs = options.graceMs;
    this.#exited = this.#watchExit();
    this.#gone = this.#drain(events);
    if (child.pid !== undefined) void this.#readPipes(options.maxLineBytes, events);
  }

  /**
   * Starts the server. A failure that the operating system reports later (a missing file) arrives as `onEnd`.
   *
   * @throws McpClientError `MCP_SPAWN_FAILED` when it cannot even be tried.
   */
  static spawn(options: ResolvedOptions, events: ServerEvents): ServerProcess {
    const { executable, args, cwd, env } = options;
    try {
      // shell: false means that nobody splits, expands or executes parts of the arguments.
      const child = spawn(executable, args, { cwd, env: serverEnvironment(env), shell: false, windowsHide: true });
      return new ServerProcess(child, options, events);
    } catch (cause) {
      throw spawnFailed(cause);
    }
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /**
   * Hands one line to the pipe. `onFailure` comes later, if at all. A broken pipe is often the first sign of an exit, which
   * is the better reason; so it waits a moment for `onEnd` to be first.
   */
  write(line: string, onFailure: (cause: Error) => void): void {
    if (this.#child.pid === undefined) return; // never started: onEnd is on its way and says so
    this.#child.stdin.write(line, (error) => {
      if (error) void this.#afterExitNews(() => onFailure(error));
    });
  }

  /** Asks, then insists, then kills. One shared promise; it resolves when the process is gone. */
  shutdown(): Promise<void> {
    this.#stopping ??= this.#climbDown();
    return this.#stopping;
  }

  async #climbDown(): Promise<void> {
    if (this.#child.pid !== undefined) {
      this.#child.stdin.end(); // the only request to leave that every platform has
      if (await settlesInTime(this.#gone, this.#graceMs)) return;
      this.#child.kill('SIGTERM');
      if (await settlesInTime(this.#gone, this.#graceMs)) return;
      this.#child.kill('SIGKILL');
    }
    await this.#gone;
  }

  async #afterExitNews(report: () => void): Promise<void> {
    if (await settlesInTime(this.#exited, EXIT_NEWS_MS)) await this.#gone;
    report();
  }

  async #readPipes(maxLineBytes: number, events: ServerEvents): Promise<void> {
    const { stdin, stdout, stderr } = this.#child;
    // Each write hears of its own failure. Without a listener a broken pipe would crash the host.
    for (const pipe of [stdin, stdout, stderr]) pipe.on('error', () => {});
    stderr.on('data', (chunk: Buffer) => this.#stderr.push(chunk));
    try {
      for await (const line of readLines(stdout, maxLineBytes)) events.onLine(line);
    } catch (error) {
      // Leaving the loop has destroyed stdout. When the exit did that first, its reason is the true one.
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
      events.onEnd(error instanceof Error ? error : new Error(String(error)));
    }
    void this.shutdown(); // a server that can no longer answer is of no use, alive or not
  }

  #watchExit(): Promise<unknown> {
    const child = this.#child;
    return new Promise<unknown>((resolve) => {
      child.once('exit', () => resolve(undefined));
      // A missing executable gives an error and no exit. (kill() may give one later: that is no reason to go.)
      child.on('error', (error) => {
        if (child.pid === undefined) resolve(error);
      });
    });
  }

  async #drain(events: ServerEvents): Promise<void> {
    const child = this.#child;
    const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
    const failure = await this.#exited;
    // Go by `exit`: `close` waits for the pipes, and a grandchild can hold those for as long as it likes.
    await settlesInTime(closed, DRAIN_MS);
    if (child.pid !== undefined) for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.destroy();
    events.onEnd(failure === undefined ? this.#exitError() : spawnFailed(failure));
  }

  #exitError(): McpClientError {
    const { exitCode, signalCode: signal } = this.#child;
    const how = signal === null ? `exited with code ${exitCode}` : `was ended by ${signal}`;
    const stderr = { stderrTail: this.#stderr.text(), stderrTruncated: this.#stderr.truncated };
    return new McpClientError('MCP_PROCESS_EXIT', `the server ${how}`, { exitCode, signal, ...stderr });
  }
}

function spawnFailed(cause: unknown): McpClientError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new McpClientError('MCP_SPAWN_FAILED', `the server could not be started: ${why}`, { cause });
}

/** True when the promise settles in time. Its timer is given back either way. */
function settlesInTime(promise: Promise<unknown>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms);
    void promise.then(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}

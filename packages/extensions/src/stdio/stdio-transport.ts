import type { Writable } from 'node:stream';
import { systemClock } from '../base/clock.ts';
import { settlesWithin } from '../base/deadline.ts';
import { createDeferred } from '../base/deferred.ts';
import { guarded } from '../base/guarded.ts';
import type { ErrorDetails } from '../errors.ts';
import type { Diagnostic } from '../rpc/diagnostic.ts';
import type { CloseReport, Transport, TransportEnd } from '../rpc/transport.ts';
import type { Encoded } from '../wire/codec.ts';
import type { Incoming } from '../wire/message.ts';
import { printable } from '../wire/printable.ts';
import { Child, drainMs, newsWithin, type ChildEnd } from './child.ts';
import { wasKilled, type ChildState } from './child-state.ts';
import { configuredValues, markVariable, newMark, serverEnvironment } from './environment.ts';
import { IncomingLines } from './incoming-lines.ts';
import { isFile, planLaunch, type Launch } from './launch.ts';
import { inTime } from './process-system.ts';
import { hostReaper, type ReaperEntry } from './reaper.ts';
import { redact } from '../base/redact.ts';
import { endServer, markedPlatform, startOf } from './server-tree.ts';
import { errnoOf, explainSpawnFailure } from './spawn-failure.ts';
import { StderrTail } from './stderr-tail.ts';
import type { ResolvedStdioOptions } from './stdio-options.ts';

/** How long the news of an exit may take after a pipe broke: it is the better reason. In milliseconds. */
const exitNewsMs = 100;

/** How long the reason of a failed start may be looked for, in milliseconds. */
const explainMs = 500;

/** The end of what a server wrote to stderr. */
export interface StderrSnapshot {
  /** Bounded, whole characters, redacted. Untrusted. */
  readonly text: string;
  /** There was more. */
  readonly truncated: boolean;
}

/**
 * A server as a child process: messages go to its stdin and come from its stdout, one a line. Opening starts the process,
 * closing ends it and all that it started, and does not resolve before.
 *
 * `onClose` comes once, never from within a call of the peer's, and nothing comes after it. From then on the transport ends
 * what is left by itself. Ends: `MCP_SPAWN_FAILED` (errno), `MCP_PROCESS_EXIT` (exitCode, signal, both null while the
 * process lives; stderrTail), `MCP_MESSAGE_TOO_LARGE`, `CLIENT_CLOSED`.
 */
export class StdioTransport implements Transport {
  onMessage: (message: Incoming) => void = () => {};
  onDiagnostic: (diagnostic: Diagnostic) => void = () => {};
  onClose: (end: TransportEnd) => void = () => {};
  readonly #options: ResolvedStdioOptions;
  readonly #mark = newMark();
  readonly #secrets: readonly string[];
  readonly #stderr: StderrTail;
  readonly #lines: IncomingLines;
  readonly #reaperEntry: ReaperEntry | undefined;
  readonly #child: Child | undefined;
  readonly #rootStart: string | undefined;
  /** The first reason given; from then on nothing is delivered. */
  #ended = false;
  /** Settles when `onClose` was called. */
  readonly #told = createDeferred<void>();
  #closing: Promise<CloseReport> | undefined;

  /**
   * Starts the server, at once. What the system refuses comes as `onClose`, later: set the handlers in this turn. The
   * caller owns the transport and ends it with `close`. Options: `resolveStdioOptions`, which checks them.
   *
   * @throws McpClientError `MCP_INVALID_CONFIG` for a line break in an argument of a Windows `.cmd` or `.bat` file
   */
  static open(options: ResolvedStdioOptions): StdioTransport {
    const { executable, args, cwd, inheritEnv, env } = options;
    const { platform, env: host } = process;
    const environment = serverEnvironment({ platform, host, inheritEnv, env });
    const launch = planLaunch({ platform, executable, args, cwd, env: environment, isFile });
    return new StdioTransport(options, environment, launch);
  }

  private constructor(options: ResolvedStdioOptions, environment: Record<string, string>, launch: Launch) {
    const { maxLineBytes, maxMessageValues, maxStderrBytes, inheritEnv, env: given, onLine } = options;
    this.#options = options;
    this.#secrets = configuredValues({ platform: process.platform, host: process.env, inheritEnv, env: given });
    this.#stderr = new StderrTail(maxStderrBytes, () => options.onProcess?.({ type: 'stderr-truncated' }));
    const onMessage = (message: Incoming): void => this.#deliver(message);
    this.#lines = new IncomingLines({ maxLineBytes, maxMessageValues, onLine, onMessage });
    if (launch.kind === 'not-found') {
      const cause = Object.assign(new Error('not found'), { code: 'ENOENT' });
      void this.#onOver({ kind: 'failed', cause });
      return;
    }
    // Listed before it is born: if the host is killed in between, the mark finds it.
    this.#reaperEntry = !options.endWithHost
      ? undefined
      : hostReaper.register(this.#mark, (message) => this.#tell({ kind: 'process', message }));
    const env = markedPlatform ? { ...environment, [markVariable]: this.#mark } : environment;
    this.#child = new Child({
      launch,
      cwd: options.cwd,
      env,
      account: options.account,
      onProcess: options.onProcess,
      onStdout: (chunk) => this.#onStdout(chunk),
      onStderr: (chunk) => this.#stderr.push(chunk),
      onStdoutEnd: () => void this.#unlessExit('the server closed its stdout and still runs'),
    });
    const { pid } = this.#child;
    if (pid !== undefined) {
      this.#rootStart = startOf(pid);
      this.#reaperEntry?.started(pid, this.#rootStart);
    }
    void this.#child.over.then((end) => this.#onOver(end));
  }

  /** The server's process id; undefined when it never ran. It stays after the exit. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** What the process is, and how far its shutdown has gone. */
  get state(): ChildState {
    return this.#child?.state ?? { kind: 'failed', errno: 'ENOENT' };
  }

  get stderr(): StderrSnapshot {
    const { truncated } = this.#stderr;
    return { text: this.#redact(this.#stderr.text(), truncated), truncated };
  }

  send(messages: readonly Encoded[], done: (error?: Error) => void): boolean {
    const stdin = this.#ended ? undefined : this.#child?.stdin;
    if (stdin === undefined) {
      void this.#writeFailed(new Error('the server takes no more messages'), done);
      return false;
    }
    return writeLines(stdin, messages, (error) => {
      if (error === null || error === undefined) guarded(done, ignore);
      else void this.#writeFailed(error, done);
    });
  }

  close(): Promise<CloseReport> {
    this.#finish({ code: 'CLIENT_CLOSED', message: 'the connection was closed' });
    this.#closing ??= this.#shutDown();
    return this.#closing;
  }

  async #shutDown(): Promise<CloseReport> {
    const child = this.#child;
    const survivors =
      child?.pid === undefined
        ? []
        : await endServer({
            child,
            pid: child.pid,
            rootStart: this.#rootStart,
            mark: markedPlatform ? this.#mark : undefined,
            graces: this.#options.graces,
          });
    // With a survivor the pipes may be open still; it is named, and waiting for it would be for ever.
    const pipes = child === undefined ? undefined : settlesWithin(child.over, 2 * drainMs, systemClock);
    await Promise.all([pipes, this.#reaperEntry?.release()]);
    this.#lines.clear();
    await this.#told.promise;
    const named = survivors.map(({ pid, command }) => ({ pid, command: printable(this.#redact(command)) }));
    return wasKilled(child?.state) ? { survivors: named, killed: true } : { survivors: named };
  }

  #onStdout(chunk: Buffer): void {
    // After the end it is read and dropped: a server that cannot write does not come to leave.
    if (this.#ended || this.#lines.push(chunk)) return;
    this.#child?.stopReading();
    const { maxLineBytes } = this.#options;
    this.#end({ code: 'MCP_MESSAGE_TOO_LARGE', message: `a line of the server is longer than ${maxLineBytes} bytes` });
  }

  #deliver(message: Incoming): void {
    try {
      this.onMessage(message);
    } catch (error) {
      this.#tell({ kind: 'handler-failed', message: `a message could not be handed on: ${String(error)}` });
    }
  }

  /** The process is gone and its last words were read, or it never ran. */
  async #onOver(end: ChildEnd): Promise<void> {
    if (end.kind === 'failed') {
      const { executable, cwd, account } = this.#options;
      const { cause } = end;
      const message = `the server could not be started: ${cause.message}`;
      const plain: TransportEnd = { code: 'MCP_SPAWN_FAILED', message, errno: errnoOf(cause), cause };
      // It asks the file system, which may take for ever.
      this.#end(await inTime(explainSpawnFailure({ executable, cwd, account, cause }), explainMs, plain));
      return;
    }
    const { exitCode, signal } = end;
    const how = signal === null ? `exited with code ${exitCode}` : `was ended by ${signal}`;
    this.#end({ code: 'MCP_PROCESS_EXIT', message: `the server ${how}`, exitCode, signal, ...this.#lastWords() });
  }

  /** A pipe broke. If the process exits that is the reason; else this is. */
  async #unlessExit(message: string): Promise<void> {
    if (this.#ended || (await this.#exitIsNear())) return;
    this.#end({ code: 'MCP_PROCESS_EXIT', message, exitCode: null, signal: null, ...this.#lastWords() });
  }

  /** The bytes did not arrive. An exit is told before that, anything else after it. */
  async #writeFailed(error: Error, done: (error: Error) => void): Promise<void> {
    if (this.#ended || (await this.#exitIsNear())) {
      await this.#told.promise;
      guarded(() => done(error), ignore);
      return;
    }
    guarded(() => done(error), ignore);
    this.#end({
      code: 'MCP_PROCESS_EXIT',
      message: 'the server closed its stdin and still runs',
      exitCode: null,
      signal: null,
      ...this.#lastWords(),
    });
  }

  /** Waits a moment for the exit, and when it came, until it was told. */
  async #exitIsNear(): Promise<boolean> {
    const child = this.#child;
    if (child === undefined) return true;
    if (!(await newsWithin(child.exit, exitNewsMs))) return false;
    await child.over;
    return true;
  }

  /** The first reason wins. What is left is ended without being asked for. */
  #end(end: TransportEnd): void {
    if (this.#ended) return;
    this.#finish(end);
    void this.close();
  }

  #finish(end: TransportEnd): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#lines.stop();
    process.nextTick(() => {
      guarded(() => this.onClose(end), ignore);
      this.#told.resolve();
    });
  }

  #redact(text: string, truncated = false): string {
    return redact(text, { values: this.#secrets, truncated });
  }

  #lastWords(): ErrorDetails {
    const { text, truncated } = this.stderr;
    return { stderrTail: text, stderrTruncated: truncated };
  }

  /** Nothing is told after the end. */
  #tell(diagnostic: Diagnostic): void {
    if (!this.#ended) guarded(() => this.onDiagnostic(diagnostic), ignore);
  }
}

/** Messages as lines, in one write to the pipe. Bytes are handed on as they are, text is joined. */
function writeLines(
  stdin: Writable,
  messages: readonly Encoded[],
  done: (error: Error | null | undefined) => void,
): boolean {
  if (messages.every((message) => typeof message === 'string')) {
    const text = `${messages.join('\n')}\n`;
    // Node takes three bytes a character for UTF-8 before it looks, and a detour for what is over 16 KiB then.
    const isAscii = Buffer.byteLength(text) === text.length;
    return stdin.write(text, isAscii ? 'latin1' : 'utf8', done);
  }
  stdin.cork();
  for (const message of messages.slice(0, -1)) {
    stdin.write(message);
    stdin.write('\n');
  }
  stdin.write(messages.at(-1) ?? '');
  const goesOn = stdin.write('\n', done);
  stdin.uncork();
  return goesOn;
}

/** What a handler throws, or rejects with, is its own affair: here it would end the host, and there is nobody left to tell. */
function ignore(): void {
  // see above
}

/** Layer 1 of 3. Bytes, lines and a process; it does not know what a line means. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';

/** A program and its arguments. No shell ever sees them, so nobody splits or expands them. */
export interface Command {
  readonly executable: string;
  readonly args: readonly string[];
}

/** How a server ended. `exitCode` is null when a signal ended it, `signal` when it ended by itself. */
export type Ending =
  | { readonly kind: 'exited'; readonly exitCode: number | null; readonly signal: NodeJS.Signals | null }
  | { readonly kind: 'not-started'; readonly message: string }
  | { readonly kind: 'line-too-long'; readonly maxLineBytes: number };

export interface TransportEvents {
  /** One line of the server, without its line end. */
  readonly onLine: (line: string) => void;
  /** Nothing more will come. Perhaps more than once: the first is the reason. */
  readonly onEnd: (ending: Ending) => void;
}

/** Carries lines both ways. The layer above needs no more than this, whatever is below: a process, a socket, a test. */
export interface Transport {
  open(events: TransportEvents): void;
  send(line: string): void;
  /** Idempotent; resolves when nothing is left, with how it ended. Undefined: it was never opened. */
  close(): Promise<Ending | undefined>;
}

export interface StdioOptions {
  /** Sees every line, both ways, before anybody else. */
  readonly onWire?: (direction: 'sent' | 'received', line: string) => void;
  /** How long the server may take to go, before each stronger step. Default 3,000. */
  readonly graceMs?: number;
  /** Default 10 MiB: a line without an end must not fill the memory. */
  readonly maxLineBytes?: number;
}

const NEWLINE = 0x0a;
const MAX_LINE_BYTES = 10 * 1024 * 1024;
/** How long after an exit the last bytes may take. Somebody else may hold the pipe, for as long as they like. */
const DRAIN_MS = 100;
const STDERR_CHARACTERS = 8_000;

/**
 * Chunks in, lines out. A chunk may hold half a line, or five, and may end inside a character: so the line is cut at the
 * byte, and becomes text when it is whole. No other character of UTF-8 contains the byte 0x0A.
 */
export class LineSplitter {
  readonly #maxLineBytes: number;
  #pieces: Buffer[] = [];
  #bytes = 0;

  constructor(maxLineBytes: number = MAX_LINE_BYTES) {
    this.#maxLineBytes = maxLineBytes;
  }

  /** The lines that this chunk ends, without blank ones. Throws a RangeError for a line over the limit. */
  push(chunk: Buffer): string[] {
    const lines: string[] = [];
    let rest = chunk;
    for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE)) {
      this.#keep(rest.subarray(0, end));
      lines.push(Buffer.concat(this.#pieces).toString('utf8').trimEnd());
      this.#pieces = [];
      this.#bytes = 0;
      rest = rest.subarray(end + 1);
    }
    this.#keep(rest);
    return lines.filter((line) => line !== '');
  }

  #keep(piece: Buffer): void {
    this.#bytes += piece.length;
    if (this.#bytes > this.#maxLineBytes) throw new RangeError(`a line of more than ${this.#maxLineBytes} bytes`);
    this.#pieces.push(piece);
  }
}

/** A server as a child process. Started by `open`, ended by `close`: stdin first, then the signals. */
export class StdioTransport implements Transport {
  readonly #command: Command;
  readonly #options: StdioOptions;
  #child: ChildProcessWithoutNullStreams | undefined;
  #stderr = '';
  #gone: Promise<Ending | undefined> = Promise.resolve(undefined);
  #closing: Promise<Ending | undefined> | undefined;

  constructor(command: Command, options: StdioOptions = {}) {
    this.#command = command;
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** The end of what the server logged. Complete after `close`. */
  get stderr(): string {
    return this.#stderr;
  }

  open(events: TransportEvents): void {
    const { executable, args } = this.#command;
    try {
      this.#child = spawn(executable, args, { env: environment(), shell: false, windowsHide: true });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#gone = Promise.resolve({ kind: 'not-started', message });
      return events.onEnd({ kind: 'not-started', message });
    }
    this.#gone = waitForEnd(this.#child, events.onEnd);
    if (this.#child.pid !== undefined) this.#read(this.#child, events);
  }

  send(line: string): void {
    if (this.#closing !== undefined || this.#child?.pid === undefined) return;
    this.#options.onWire?.('sent', line);
    this.#child.stdin.write(`${line}\n`);
  }

  close(): Promise<Ending | undefined> {
    this.#closing ??= this.#climbDown();
    return this.#closing;
  }

  async #climbDown(): Promise<Ending | undefined> {
    const child = this.#child;
    if (child?.pid !== undefined) {
      const { graceMs = 3_000 } = this.#options;
      child.stdin.end(); // the one way of saying "go" that every platform has
      if (await isDoneWithin(this.#gone, graceMs)) return this.#gone;
      child.kill('SIGTERM'); // Windows has no signals: there, this ends it at once
      if (await isDoneWithin(this.#gone, graceMs)) return this.#gone;
      child.kill('SIGKILL');
    }
    return this.#gone;
  }

  #read({ stdin, stdout, stderr }: ChildProcessWithoutNullStreams, { onLine, onEnd }: TransportEvents): void {
    const { onWire, maxLineBytes = MAX_LINE_BYTES } = this.#options;
    const lines = new LineSplitter(maxLineBytes);
    // Without a listener, writing to a server that is gone would end this process. Its exit says it all.
    for (const pipe of [stdin, stdout, stderr]) pipe.on('error', () => {});
    // stderr must be read: a pipe that nobody reads fills up, and then the server stands still.
    stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_CHARACTERS);
    });
    stdout.on('data', (chunk: Buffer) => {
      let whole: string[];
      try {
        whole = lines.push(chunk);
      } catch {
        stdout.destroy(); // what follows cannot be understood any more
        return onEnd({ kind: 'line-too-long', maxLineBytes });
      }
      for (const line of whole) {
        onWire?.('received', line);
        onLine(line);
      }
    });
  }
}

/** Resolves when the process is gone and its last words are read, and tells how it ended. */
function waitForEnd(child: ChildProcessWithoutNullStreams, onEnd: TransportEvents['onEnd']): Promise<Ending> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const finish = (ending: Ending): void => {
      onEnd(ending);
      resolve(ending);
    };
    const exited = (): void => {
      clearTimeout(timer);
      for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.destroy();
      finish({ kind: 'exited', exitCode: child.exitCode, signal: child.signalCode });
    };
    // A program that does not exist gives an error, and no exit.
    child.on('error', ({ message }) => {
      if (child.pid === undefined) finish({ kind: 'not-started', message });
    });
    child.once('exit', () => {
      timer = setTimeout(exited, DRAIN_MS);
    });
    child.once('close', () => {
      if (child.pid !== undefined) exited();
    });
  });
}

/** What a program needs to be found and to run. Keys and tokens stay here: a server is somebody else's program. */
function environment(): Record<string, string> {
  const names = ['PATH', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'TMPDIR', 'TMP', 'TEMP'];
  const onWindows = ['SystemRoot', 'SystemDrive', 'windir', 'ComSpec', 'PATHEXT'];
  const found: Record<string, string> = {};
  for (const name of process.platform === 'win32' ? [...names, ...onWindows] : names) {
    const value = process.env[name];
    if (value !== undefined) found[name] = value;
  }
  return found;
}

function isDoneWithin(done: Promise<unknown>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms);
    void done.then(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}

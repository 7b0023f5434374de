import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** A JSON-RPC message as it came over the wire: what the sender wrote, so nothing in it is certain. */
export interface WireMessage {
  jsonrpc?: unknown;
  id?: number | string | null;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  error?: { code: number; message: string; data?: unknown };
}

/** What a server writes down, each event as one line of its journal. */
export type JournalEvent =
  /** The process runs. `env` holds the names only, never a value. */
  | { event: 'start'; pid: number; ppid: number; argv: string[]; cwd: string; env: string[] }
  /** A line that is JSON. A message over 32 KiB is kept without its params (but for the tool name) and marked. */
  | { event: 'received'; message: WireMessage; bytes?: number; truncated?: true }
  /** A line that is not JSON, cut after 1000 characters. */
  | { event: 'received-raw'; text: string }
  /** An answer was handed to stdout; `id` as it stood on the wire. */
  | { event: 'sent'; id?: number | string | null }
  /** A grandchild was started; `pid` is the grandchild's. */
  | { event: 'spawned'; pid: number }
  | { event: 'stdin-end' }
  | { event: 'signal'; signal: string }
  /** Writing to stdout failed, for example with `EPIPE`. */
  | { event: 'stdout-error'; code: string }
  /** The mode did what it is there for; `what` says it in a word or two. */
  | { event: 'fault'; what: string }
  /** The self-kill timer fired. */
  | { event: 'self-kill' }
  /** The process ends by its own decision: the last entry, unless a signal takes time to arrive. */
  | { event: 'exit'; code?: number; signal?: string };

/** One line of a journal: the event, the process that wrote it, and when (milliseconds since the epoch). */
export type JournalEntry = JournalEvent & { by: number; atMs: number };

/**
 * Reads a journal that other processes are still writing. Each call reads only what is new, so a test may ask often.
 * A last line without its newline is left for the next call; a line that is not JSON (its writer was killed in mid-line)
 * is passed over.
 */
export class JournalReader {
  readonly #file: string;
  readonly #entries: JournalEntry[] = [];
  #offset = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** All entries so far, oldest first. Empty when there is no file. */
  entries(): JournalEntry[] {
    const fresh = this.#readNewBytes();
    const end = fresh.lastIndexOf(0x0a) + 1;
    this.#offset += end;
    for (const line of fresh.toString('utf8', 0, end).split('\n')) {
      const entry = line === '' ? undefined : parse(line);
      if (entry !== undefined) this.#entries.push(entry);
    }
    return [...this.#entries];
  }

  #readNewBytes(): Buffer {
    let fd: number;
    try {
      fd = openSync(this.#file, 'r');
    } catch {
      return Buffer.alloc(0);
    }
    try {
      const bytes = Buffer.alloc(Math.max(0, fstatSync(fd).size - this.#offset));
      return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, this.#offset));
    } finally {
      closeSync(fd);
    }
  }
}

function parse(line: string): JournalEntry | undefined {
  try {
    // The writer is our own server: `server/journal.mjs` is checked against the same type.
    return JSON.parse(line) as JournalEntry;
  } catch {
    return undefined;
  }
}

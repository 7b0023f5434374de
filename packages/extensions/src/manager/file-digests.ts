import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { constants, open, stat, type FileHandle } from 'node:fs/promises';
import { SharedAttempt } from '../base/shared-attempt.ts';
import { wordsOf } from '../wire/printable.ts';

/** What a file is; or why it has no digest. */
export type FileDigest = { readonly digest: string } | { readonly problem: string };

export interface FileDigestsOptions {
  /** A larger file has no digest. Bytes; default 8 GiB. */
  readonly maxBytes?: number;
  /** Files that are remembered. Default 1,000. */
  readonly maxEntries?: number;
  /** The time of day in milliseconds, as files have it. */
  readonly now?: () => number;
}

/** A digest with what identifies the state of the file that it is of. */
type Reading = { readonly digest: string; readonly state: string } | { readonly problem: string };

/** Bytes read at once. */
const chunkBytes = 1024 * 1024;

/** A file that changes while it is read is read again so often. */
const maxTries = 3;

/** File systems tell times in steps of up to two seconds: what is younger may change again without a trace. */
const settledMs = 2_500;

/**
 * SHA-256 of files, as lower-case hex, and a memory of them. A digest is taken from the memory when device, inode, size,
 * and the times of the last change of content and of the inode (which no program can set) are those of when it was read, and
 * the last change was some seconds old by then.
 *
 * Two things it cannot know: a file may be replaced between its digest and its start; and who may write to the disk past
 * the file system, or turn the clock back, may leave all of that as it was.
 */
export class FileDigests {
  readonly #maxBytes: number;
  readonly #maxEntries: number;
  readonly #now: () => number;
  /** What is being read at the moment, by path. */
  readonly #reading = new Map<string, SharedAttempt<Reading>>();
  /** Path to what identifies a state of the file, and its digest. In the order of use. */
  readonly #known = new Map<string, { readonly state: string; readonly digest: string }>();

  constructor({ maxBytes = 8 * 1024 ** 3, maxEntries = 1_000, now = Date.now }: FileDigestsOptions = {}) {
    this.#maxBytes = maxBytes;
    this.#maxEntries = maxEntries;
    this.#now = now;
  }

  /**
   * Follows symbolic links. Never blocks on a FIFO or a device: those, and directories, have no digest. Who asks while the
   * file is being read shares the reading, if it is that file still afterwards: many servers have one interpreter.
   */
  async of(path: string, signal?: AbortSignal): Promise<FileDigest> {
    // What is remembered needs no reading, and so no signal.
    if (signal?.aborted === true) return told(await this.#open(path, signal));
    const shared = this.#reading.get(path);
    if (shared !== undefined && !shared.isAbandoned) {
      const read = await shared.join(signal, asError);
      if ('digest' in read && read.state === (await stateAt(path))) return { digest: read.digest };
    }
    const reading = new SharedAttempt((nobodyWaits) => this.#open(path, nobodyWaits));
    this.#reading.set(path, reading);
    try {
      return told(await reading.join(signal, asError));
    } finally {
      if (this.#reading.get(path) === reading) this.#reading.delete(path);
    }
  }

  async #open(path: string, signal: AbortSignal): Promise<Reading> {
    let file: FileHandle | undefined;
    try {
      // Without O_NONBLOCK the opening of a FIFO would wait for its writer. Windows has no such flag, and no such files.
      file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
      return await this.#read(path, file, signal);
    } catch (error) {
      signal.throwIfAborted();
      return { problem: `${path} ${readProblem(error)}` };
    } finally {
      await file?.close();
    }
  }

  async #read(path: string, file: FileHandle, signal: AbortSignal): Promise<Reading> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const before = await file.stat({ bigint: true });
      if (before.isDirectory()) return { problem: `${path} is a directory` };
      if (!before.isFile()) return { problem: `${path} is no regular file` };
      if (before.size > this.#maxBytes) return { problem: `${path} has more than ${this.#maxBytes} bytes` };
      const state = stateOf(before);
      const known = this.#recall(path, state);
      if (known !== undefined) return { digest: known, state };
      const now = this.#now();
      const digest = await hashOf(file, this.#maxBytes, signal);
      const after = await file.stat({ bigint: true });
      if (digest === undefined || stateOf(after) !== state) continue;
      if (isSettled(after, now)) this.#remember(path, state, digest);
      return { digest, state };
    }
    return { problem: `${path} changed while it was read` };
  }

  #recall(path: string, state: string): string | undefined {
    const known = this.#known.get(path);
    if (known?.state !== state) return undefined;
    this.#known.delete(path);
    this.#known.set(path, known);
    return known.digest;
  }

  #remember(path: string, state: string, digest: string): void {
    this.#known.delete(path);
    this.#known.set(path, { state, digest });
    const [oldest] = this.#known.keys();
    if (this.#known.size > this.#maxEntries && oldest !== undefined) this.#known.delete(oldest);
  }
}

function told(reading: Reading): FileDigest {
  return 'digest' in reading ? { digest: reading.digest } : reading;
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(wordsOf(reason, 'it was given up'));
}

/** Undefined when there is none any more. */
async function stateAt(path: string): Promise<string | undefined> {
  const stats = await stat(path, { bigint: true }).catch(() => undefined);
  return stats && stateOf(stats);
}

function stateOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}

/** A time in the future says nothing either. */
function isSettled({ mtimeMs, ctimeMs }: BigIntStats, now: number): boolean {
  return Math.max(Number(mtimeMs), Number(ctimeMs)) < now - settledMs;
}

/** Undefined when it grows past the bound meanwhile. */
async function hashOf(file: FileHandle, maxBytes: number, signal: AbortSignal): Promise<string | undefined> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(chunkBytes);
  for (let position = 0; position <= maxBytes;) {
    signal.throwIfAborted();
    const { bytesRead } = await file.read(buffer, 0, chunkBytes, position);
    if (bytesRead === 0) return hash.digest('hex');
    hash.update(buffer.subarray(0, bytesRead));
    position += bytesRead;
  }
  return undefined;
}

function readProblem(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return code === 'ENOENT' || code === 'ENOTDIR' ? 'does not exist' : `cannot be read (${code})`;
}

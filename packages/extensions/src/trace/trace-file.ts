import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';

export interface TraceFileOptions {
  /** Absolute. */
  readonly path: string;
  /** Beyond so many bytes a new file is begun. */
  readonly maxBytes: number;
  /** Files that are kept, with the one that is written to. */
  readonly maxFiles: number;
  /** The first line of a part, without its newline; parts count from 1. */
  readonly firstLine: (part: number) => string;
}

/**
 * A file of lines that is begun anew when it is large: `path` is the newest, `path.1` the one before it. What stands there
 * when it is opened is kept in the same way. For its owner alone (0600). One write at a time: the caller sees to that.
 */
export class TraceFile {
  readonly #options: TraceFileOptions;
  #handle: FileHandle;
  #bytes = 0;
  #part = 0;

  private constructor(options: TraceFileOptions, handle: FileHandle) {
    this.#options = options;
    this.#handle = handle;
  }

  /** Rejects with what the system says. */
  static async open(options: TraceFileOptions): Promise<TraceFile> {
    const file = new TraceFile(options, await create(options));
    try {
      await file.#begin();
      return file;
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Whole lines, each with its newline. Rejects when they could not be written, or only in part. */
  async append(lines: string): Promise<void> {
    const bytes = Buffer.from(lines);
    if (this.#bytes > 0 && this.#bytes + bytes.length > this.#options.maxBytes && this.#hasRecords) await this.#turn();
    await this.#handle.appendFile(bytes);
    this.#bytes += bytes.length;
  }

  /** Does not reject: what was written is written. */
  async close(): Promise<void> {
    await this.#handle.close().catch(() => {});
  }

  /** A part with nothing but its first line is not left: it has room for one write of any size. */
  get #hasRecords(): boolean {
    return this.#bytes > Buffer.byteLength(this.#options.firstLine(this.#part)) + 1;
  }

  async #turn(): Promise<void> {
    await this.#requireOwn();
    await this.close();
    this.#handle = await create(this.#options);
    await this.#begin();
  }

  /** What somebody else put there is not ours to move, and what was moved away is not there. */
  async #requireOwn(): Promise<void> {
    const { path } = this.#options;
    const [own, there] = await Promise.all([
      this.#handle.stat({ bigint: true }),
      stat(path, { bigint: true }).catch(ignoreMissing),
    ]);
    if (there === undefined || (there.ino === own.ino && there.dev === own.dev)) return;
    throw Object.assign(new Error(`another file was put in its place: ${path}`), { code: 'EEXIST' });
  }

  async #begin(): Promise<void> {
    this.#part += 1;
    const line = Buffer.from(`${this.#options.firstLine(this.#part)}\n`);
    await this.#handle.appendFile(line);
    this.#bytes = line.length;
  }
}

/** Names of the files that are kept, the newest first. */
export function partNames(path: string, maxFiles: number): string[] {
  return Array.from({ length: maxFiles }, (_, index) => (index === 0 ? path : `${path}.${index}`));
}

/** Moves what is there, the oldest away, and makes a file that was not there. */
async function create({ path, maxFiles }: TraceFileOptions): Promise<FileHandle> {
  const [, ...older] = partNames(path, maxFiles);
  const oldest = older.at(-1) ?? path;
  await rm(oldest, { force: true });
  for (const [index, to] of [...older.entries()].toReversed()) await renameIfThere(older[index - 1] ?? path, to);
  return open(path, 'wx', 0o600);
}

async function renameIfThere(from: string, to: string): Promise<void> {
  await rename(from, to).catch(ignoreMissing);
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

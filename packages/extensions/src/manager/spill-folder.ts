import { mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Spill, SpillContent } from '../adapter/spill.ts';
import { McpClientError } from '../errors.ts';
import { folderPrefix, removeAbandoned } from './abandoned-folders.ts';

export interface SpillFolderOptions {
  /** Where the folder is made. Default: the system's folder for temporary files. */
  readonly parent?: string | undefined;
  /** Bytes of all files. The oldest make room for a new one. Default 256 MiB. */
  readonly maxBytes?: number | undefined;
  /** Files at once. Default 1,000. */
  readonly maxFiles?: number | undefined;
}

const suffixes: Readonly<Record<string, string>> = {
  'application/json': '.json',
  'application/pdf': '.pdf',
  'audio/mpeg': '.mp3',
  'audio/wav': '.wav',
  'image/gif': '.gif',
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/svg+xml': '.svg',
  'image/webp': '.webp',
};

/**
 * Keeps the whole of what outcomes cut, in files that only this user may read (0600), in a folder of its own (0700). All of
 * it goes with `close()`; what a killed host left behind goes when the next one opens, after a day. Nothing that a server
 * says is in a path.
 */
export class SpillFolder implements AsyncDisposable {
  readonly path: string;
  /** For `createToolAdapter({ spill })`. Rejects when the content has no room, the disk none, or the folder is closed. */
  readonly spill: Spill = (content) => this.#put(content);
  readonly #maxBytes: number;
  readonly #maxFiles: number;
  /** Path to bytes, the oldest first. */
  readonly #files = new Map<string, number>();
  readonly #writing = new Set<Promise<unknown>>();
  #bytes = 0;
  #count = 0;
  #closing: Promise<void> | undefined;

  private constructor(path: string, maxBytes: number, maxFiles: number) {
    this.path = path;
    this.#maxBytes = maxBytes;
    this.#maxFiles = maxFiles;
  }

  /**
   * Makes the folder.
   *
   * @throws McpClientError `MCP_INVALID_CONFIG` for limits that are none; what the file system says
   */
  static async open(options: SpillFolderOptions = {}): Promise<SpillFolder> {
    const { parent = tmpdir(), maxBytes = 256 * 1024 * 1024, maxFiles = 1_000 } = options;
    for (const [name, limit] of Object.entries({ maxBytes, maxFiles })) {
      if (Number.isSafeInteger(limit) && limit >= 1) continue;
      throw new McpClientError('MCP_INVALID_CONFIG', `${name} should be a whole number from 1`);
    }
    await removeAbandoned(parent);
    return new SpillFolder(await mkdtemp(join(resolve(parent), folderPrefix(process.pid))), maxBytes, maxFiles);
  }

  /** Removes the folder and all that is in it. Any number of times: one shared promise. */
  close(): Promise<void> {
    this.#closing ??= Promise.allSettled(this.#writing).then(() => rm(this.path, { recursive: true, force: true }));
    return this.#closing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #put({ what, mimeType = '', encoding, data }: SpillContent): Promise<string> {
    if (this.#closing !== undefined) throw new Error('the folder for what outcomes cut is closed');
    const bytes = Buffer.from(data, encoding);
    if (bytes.length > this.#maxBytes) throw new Error(`${bytes.length} bytes, and ${this.#maxBytes} may be kept`);
    this.#count += 1;
    const known = Object.hasOwn(suffixes, mimeType) ? suffixes[mimeType] : undefined;
    const path = join(this.path, `${this.#count}-${what}${known ?? (encoding === 'utf8' ? '.txt' : '.bin')}`);
    this.#files.set(path, bytes.length);
    this.#bytes += bytes.length;
    const writing = this.#write(path, bytes);
    this.#writing.add(writing);
    try {
      await writing;
      return path;
    } finally {
      this.#writing.delete(writing);
    }
  }

  async #write(path: string, bytes: Buffer): Promise<void> {
    try {
      await this.#makeRoom(path);
      await writeFile(path, bytes, { mode: 0o600, flag: 'wx' });
      if (!this.#files.has(path)) throw new Error('it had to make room for something newer while it was written');
    } catch (error) {
      await this.#drop(path);
      throw error;
    }
  }

  async #makeRoom(newest: string): Promise<void> {
    for (const path of this.#files.keys()) {
      if (this.#bytes <= this.#maxBytes && this.#files.size <= this.#maxFiles) return;
      if (path !== newest) await this.#drop(path);
    }
  }

  async #drop(path: string): Promise<void> {
    this.#bytes -= this.#files.get(path) ?? 0;
    this.#files.delete(path);
    // It may not be there: its writing has failed, or somebody tidied up.
    await unlink(path).catch(() => {});
  }
}

import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, lstat, mkdir, open, readdir, readFile, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../base/clock.ts';
import { McpClientError } from '../errors.ts';
import { withFileLock } from './file-lock.ts';

export interface JsonStoreOptions<T> {
  /** Absolute. */
  readonly path: string;
  /** What is in it, for messages: `approvals`. */
  readonly what: string;
  /** What the file says of itself; one that says more is left alone. */
  readonly version: number;
  readonly schema: z.ZodType<T>;
  /** When there is no file yet. */
  readonly empty: () => T;
  /** How long to wait for other processes, in milliseconds. Default 10,000. */
  readonly waitMs?: number;
  readonly clock?: Clock;
}

/** A larger file is not read. */
const maxBytes = 64 * 1024 * 1024;

const envelope = z.looseObject({ version: z.number().int().min(1) });

/**
 * A JSON document in a file, for several processes at once. Reading sees one state of it, never half of one; changing reads,
 * changes and replaces it while nobody else does. The file is for its owner alone (0600, in a folder of 0700).
 *
 * A file that is damaged, is of a newer version, is open to others, or is no file at all (a link, a FIFO) is refused, and
 * never written over.
 */
export class JsonStore<T extends object> {
  readonly #options: JsonStoreOptions<T>;
  /** What is under way in this process: one after the other, without a fight for the lock. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: JsonStoreOptions<T>) {
    this.#options = options;
  }

  /** @throws McpClientError `MCP_INVALID_CONFIG`: what is wrong with the file, and what to do */
  async read(): Promise<T> {
    const text = await this.#text();
    return text === undefined ? this.#options.empty() : this.#parse(text);
  }

  /**
   * `change` gets the document and gives the new one back, and what to resolve with; undefined: it stays as it is. It may be
   * called in its own turn only, and does not wait.
   *
   * @throws McpClientError `MCP_INVALID_CONFIG` as `read`, or when the lock cannot be had
   */
  update<R>(change: (document: T) => { readonly document: T | undefined; readonly result: R }): Promise<R> {
    const turn = this.#last.then(() => this.#update(change));
    this.#last = turn.catch(() => {});
    return turn;
  }

  async #update<R>(change: (document: T) => { readonly document: T | undefined; readonly result: R }): Promise<R> {
    const { path } = this.#options;
    await this.#explained(() => this.#makeFolder(dirname(path)));
    return withFileLock(
      `${path}.lock`,
      async () => {
        const { document, result } = change(await this.read());
        if (document !== undefined) await this.#explained(() => this.#replace(document));
        return result;
      },
      this.#options,
    );
  }

  async #makeFolder(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { mode } = await stat(folder);
    // In a folder with the sticky bit (such as /tmp) nobody replaces the files of others.
    const isOpen = process.platform !== 'win32' && (mode & 0o002) !== 0 && (mode & 0o1000) === 0;
    if (isOpen) throw this.#refusal(`is in a folder where anybody can replace it: say chmod o-w ${folder}`, '');
  }

  /** A new file takes the place of the old one in one step: whoever reads sees one or the other, also after a crash. */
  async #replace(document: T): Promise<void> {
    const { path, version } = this.#options;
    await removeDrafts(path);
    const draft = `${draftPrefix(path)}${randomBytes(8).toString('hex')}.tmp`;
    try {
      await writeSynced(draft, `${JSON.stringify({ version, ...document }, undefined, 2)}\n`);
      // The umask takes away more than it should here and there; it never adds.
      await chmod(draft, 0o600);
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    await syncFolder(dirname(path));
  }

  async #text(): Promise<string | undefined> {
    const { path } = this.#options;
    let file: FileHandle | undefined;
    try {
      // Windows has neither flag: there the look before it has to do.
      if ((await lstat(path)).isSymbolicLink()) throw this.#refusal('is a symbolic link');
      file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
      const { mode, size } = await this.#regular(file);
      if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
        const others = `is open to others (mode ${(mode & 0o777).toString(8)})`;
        throw this.#refusal(`${others}: look at what is in it, then say chmod 600`, '');
      }
      if (size > maxBytes) throw this.#refusal(`has more than ${maxBytes} bytes`);
      return await readFile(file, 'utf8');
    } catch (error) {
      if (error instanceof McpClientError) throw error;
      if (errnoOf(error) === 'ENOENT') return undefined;
      throw this.#refusal(`cannot be read (${errnoOf(error)})`);
    } finally {
      await file?.close();
    }
  }

  async #regular(file: FileHandle): Promise<{ readonly mode: number; readonly size: number }> {
    const stats = await file.stat();
    if (!stats.isFile()) throw this.#refusal(stats.isDirectory() ? 'is a directory' : 'is no regular file');
    return stats;
  }

  #parse(text: string): T {
    const { version, schema } = this.#options;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw this.#refusal('is damaged: it is no JSON');
    }
    const about = envelope.safeParse(value);
    if (!about.success) throw this.#refusal('is damaged: it does not say which version it is of');
    if (about.data.version > version) {
      const newer = `is of version ${about.data.version}, and this program knows ${version}`;
      throw this.#refusal(newer, '. It was not touched. Use a newer program, or another file');
    }
    const document = schema.safeParse(value);
    if (document.success) return document.data;
    const [issue] = document.error.issues;
    const where = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.map(String).join('.')}`;
    throw this.#refusal(`is damaged${where}: ${issue?.message ?? 'it is not what it should be'}`);
  }

  async #explained(step: () => Promise<unknown>): Promise<void> {
    try {
      await step();
    } catch (error) {
      if (error instanceof McpClientError) throw error;
      throw this.#refusal(`cannot be written (${errnoOf(error)})`, '');
    }
  }

  #refusal(problem: string, advice: string = '. It was not touched. Repair it, or move it away'): McpClientError {
    const { what, path } = this.#options;
    return new McpClientError('MCP_INVALID_CONFIG', `the file of ${what}, ${path}, ${problem}${advice}`);
  }
}

async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

function draftPrefix(path: string): string {
  return join(dirname(path), `.${basename(path)}.`);
}

/** What processes left behind that died while they wrote. Under the lock nobody writes but us. */
async function removeDrafts(path: string): Promise<void> {
  const prefix = basename(draftPrefix(path));
  for (const name of await readdir(dirname(path))) {
    const isDraft = name.startsWith(prefix) && /^[0-9a-f]{16}\.tmp$/.test(name.slice(prefix.length));
    if (isDraft) await rm(join(dirname(path), name), { force: true });
  }
}

/** Makes the new name last; not every system lets a folder be synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

function errnoOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

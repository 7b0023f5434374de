import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { link, open, readFile, rm, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { systemClock, type Clock } from '../base/clock.ts';
import { McpClientError } from '../errors.ts';
import { startOf } from '../stdio/server-tree.ts';
import { errnoOf } from '../stdio/spawn-failure.ts';
import { printable } from '../wire/printable.ts';
import { isProcessAlive, pidSpace } from './process-life.ts';

export interface FileLockOptions {
  /** How long to wait for others, in milliseconds. Default 10,000. */
  readonly waitMs?: number;
  readonly clock?: Clock;
  /**
   * Holders touch their lock more often than this, in milliseconds: one of whom nothing else can be told, on another machine or in
   * another container, is gone when it has not. Default: never.
   */
  readonly untouchedMs?: number;
}

export interface FileLock {
  /** It is in use still. Never rejects. */
  readonly touch: () => Promise<void>;
  /** Idempotent. */
  readonly release: () => Promise<void>;
}

/** Who holds a lock. */
interface Owner {
  readonly pid: number;
  /** When the process began: a number alone is given again. Undefined where that cannot be told. */
  readonly start?: string;
  /** Where the number means something: another machine, or container, counts for itself. */
  readonly space: string;
  /** Of this one taking of the lock. */
  readonly token: string;
  readonly since: string;
}

/** An owner as its lock tells of it. */
interface Holder extends Owner {
  /** Milliseconds since 1970, by the clock of the file system. */
  readonly touchedAt: number;
}

/** A lock whose owner is dead is taken away under a lock of its own; when that one's owner died too, and so on. */
const maxDepth = 3;

/** From one try to the next, in milliseconds: the shortest, and the longest. */
const retryMs = { first: 5, last: 100 } as const;

/**
 * Runs `work` while no other process, and nobody else in this one, is in here with the same path. The lock is a file beside
 * it, which a process that dies leaves behind: then the next one finds that its owner is dead and takes it away.
 *
 * @throws McpClientError `MCP_INVALID_CONFIG` when it is still held after `waitMs`: by whom, and what to do; with `errno` when
 *   it cannot be written
 */
export async function withFileLock<T>(path: string, work: () => Promise<T>, options: FileLockOptions = {}): Promise<T> {
  const lock = await takeFileLock(path, options);
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

/** The same lock, for as long as the caller likes. */
export async function takeFileLock(path: string, options: FileLockOptions = {}): Promise<FileLock> {
  const { waitMs = 10_000, clock = systemClock, untouchedMs = Infinity } = options;
  const release = await acquire(path, { clock, until: clock.now() + waitMs, untouchedMs, depth: 0 });
  return { touch: () => touched(path), release };
}

function touched(path: string): Promise<void> {
  const now = new Date();
  return utimes(path, now, now).catch(() => {}); // a person has deleted it
}

interface Attempt {
  readonly clock: Clock;
  readonly untouchedMs: number;
  /** The moment, by the clock, when it is given up. */
  readonly until: number;
  readonly depth: number;
}

async function acquire(path: string, attempt: Attempt): Promise<() => Promise<void>> {
  const owner = newOwner();
  for (let pauseMs: number = retryMs.first; ; pauseMs = Math.min(pauseMs * 2, retryMs.last)) {
    const holder = await readOwner(path);
    if (holder === 'gone') {
      if (await take(path, owner)) return () => giveBack(path, owner);
    } else if (holder !== undefined && attempt.depth < maxDepth && !(await isAlive(holder, attempt))) {
      await takeAway(path, holder, attempt);
      continue;
    }
    if (attempt.clock.now() >= attempt.until) throw stillHeld(path, holder === 'gone' ? undefined : holder);
    await pause(Math.ceil(pauseMs * (0.5 + Math.random() / 2)), attempt.clock);
  }
}

/**
 * Written first, then linked, which is one step: whoever finds the lock finds its owner in it, never half of it.
 *
 * @throws McpClientError `MCP_INVALID_CONFIG` when nothing can be written there; nothing is left of the attempt
 */
async function take(path: string, owner: Owner): Promise<boolean> {
  const draft = draftOf(path, owner);
  const text = JSON.stringify(owner);
  try {
    await writeNew(draft, text);
    await link(draft, path).catch(async (error: unknown) => {
      // A file system without links: the name is taken in one step, and what is in it comes after.
      if (isErrno(error, 'EEXIST')) throw error;
      await writeNew(path, text);
    });
    return true;
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false;
    throw cannotTake(path, error);
  } finally {
    await rm(draft, { force: true });
  }
}

/** All of it, or nothing: half a lock, on a disk that is full, would name nobody, and be waited for by everybody. */
async function writeNew(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/** A person may have deleted it, and somebody else may have taken it since. */
async function giveBack(path: string, { token }: Owner): Promise<void> {
  const holder = await readOwner(path);
  if (typeof holder === 'object' && holder.token === token) await rm(path, { force: true });
}

function draftOf(path: string, { token }: Owner): string {
  return `${path}.${token}`;
}

/**
 * Removes the lock of a dead owner. Two may come to that at once, and one of them may have taken the lock again before the
 * other looks: so it is done under a lock which is named after that one taking, and after a second look.
 */
async function takeAway(path: string, dead: Holder, attempt: Attempt): Promise<void> {
  const release = await acquire(`${path}.${dead.token}.lock`, { ...attempt, depth: attempt.depth + 1 });
  try {
    const holder = await readOwner(path);
    if (typeof holder === 'object' && holder.token === dead.token) await rm(path, { force: true });
    await rm(draftOf(path, dead), { force: true });
  } finally {
    await release();
  }
}

/** Undefined for a file that says nothing of an owner: nobody here wrote it, and nobody here takes it away. */
async function readOwner(path: string): Promise<Holder | 'gone' | undefined> {
  try {
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
    try {
      const { size, mtimeMs } = await file.stat();
      const owner: unknown = size > 4096 ? undefined : JSON.parse(await readFile(file, 'utf8'));
      return isOwner(owner) ? { ...owner, touchedAt: mtimeMs } : undefined;
    } finally {
      await file.close();
    }
  } catch (error) {
    return isErrno(error, 'ENOENT') ? 'gone' : undefined;
  }
}

function isOwner(value: unknown): value is Owner {
  if (typeof value !== 'object' || value === null) return false;
  const { pid, start, space, token, since } = value as Partial<Record<keyof Owner, unknown>>;
  const isText = (text: unknown): boolean => typeof text === 'string';
  if (!Number.isInteger(pid) || !(start === undefined || isText(start))) return false;
  return typeof token === 'string' && /^[0-9a-f]{16}$/.test(token) && isText(space) && isText(since);
}

function newOwner(): Owner {
  const start = startOf(process.pid);
  return {
    pid: process.pid,
    ...(start === undefined ? {} : { start }),
    space: `${hostname()} ${pidSpace()}`,
    token: randomBytes(8).toString('hex'),
    since: new Date().toISOString(),
  };
}

/** Of another machine or container nothing can be said but by when it touched its lock: else it is waited for. */
async function isAlive({ space, pid, start, touchedAt }: Holder, { untouchedMs }: Attempt): Promise<boolean> {
  const isHere = space === newOwner().space;
  if (isHere && !(await isProcessAlive(pid, start))) return false;
  return (isHere && start !== undefined) || Date.now() - touchedAt <= untouchedMs;
}

function stillHeld(path: string, holder: Holder | undefined): McpClientError {
  const who =
    holder === undefined
      ? 'by nobody that it names'
      : `by process ${holder.pid} (${printable(holder.space)}) since ${printable(holder.since)}`;
  return new McpClientError(
    'MCP_INVALID_CONFIG',
    `${path} is held ${who}. If nothing uses it any more, delete that file`,
  );
}

function cannotTake(path: string, cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause;
  const errno = errnoOf(cause);
  const advice = 'Look whether there is room, and whether its folder may be written';
  return new McpClientError('MCP_INVALID_CONFIG', `${path} cannot be written (${errno}). ${advice}`, { errno, cause });
}

function pause(ms: number, clock: Clock): Promise<void> {
  return new Promise((resolve) => void clock.setTimer(ms, resolve));
}

function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

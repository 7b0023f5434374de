import { McpClientError, type ErrorCode } from '../errors.ts';
import type { Answer } from '../rpc/pending-request.ts';
import { printable } from '../wire/printable.ts';
import type { Read } from './read.ts';

/** Why a list has an end before its end. */
export type Truncation =
  /** A cursor came again: the list would go in circles. */
  | 'repeated-cursor'
  /** The cursor is no string. */
  | 'malformed-cursor'
  | 'too-many-pages'
  | 'too-many-entries'
  | 'too-many-bytes'
  /** A page after the first could not be read. */
  | 'page-failed'
  /** The time for the whole list was over. */
  | 'too-slow';

/** An entry that was left out. */
export interface RejectedEntry {
  /** Its place in the whole list, from 0. */
  readonly index: number;
  /** Its name, if it has one, made printable. */
  readonly name?: string;
  readonly reason: string;
}

export interface Listing<T> {
  readonly entries: readonly T[];
  readonly rejected: readonly RejectedEntry[];
  /** False: this is the whole list. */
  readonly truncated: false | Truncation;
}

/** Bounds of one list. What is over them is cut, and what was read is kept. */
export interface ListLimits {
  /** Default 1,000. */
  readonly maxPages: number;
  /** Good ones and bad ones. Default 10,000. */
  readonly maxEntries: number;
  /** Bytes of all pages together; the first page is read whatever it has. Default 32 MiB. */
  readonly maxListBytes: number;
}

export interface PaginateOptions<T> {
  /** The request, for errors. */
  readonly method: string;
  /** The member of a page that holds its entries, for example `tools`. */
  readonly member: string;
  readonly limits: ListLimits;
  readonly fetchPage: (cursor: string | undefined) => Promise<Answer>;
  /** The time for the whole list is over. */
  readonly isOver: () => boolean;
  readonly readEntry: (entry: unknown) => Read<T>;
}

/** After these the connection goes on, and what was read so far is worth having. */
const pageFailures: ReadonlySet<ErrorCode> = new Set([
  'MCP_ERROR',
  'MCP_TIMEOUT',
  'MCP_PROTOCOL_ERROR',
  'MCP_INVALID_RESULT',
  'MCP_INVALID_PARAMS',
  'MCP_BUSY',
]);

/**
 * Reads a list page by page. A cursor is opaque, and the empty string is one; a missing one (or null) is the end. Good
 * entries are kept whatever else is wrong: bad ones are left out with a reason, and a list that would not end is cut.
 *
 * @throws McpClientError what the first page fails with, or the connection.
 */
export async function paginate<T>(options: PaginateOptions<T>): Promise<Listing<T>> {
  const { limits, fetchPage } = options;
  const entries: T[] = [];
  const rejected: RejectedEntry[] = [];
  const cursors = new Set<string>();
  let cursor: string | undefined;
  let bytes = 0;
  const cut = (truncated: false | Truncation): Listing<T> => ({ entries, rejected, truncated });
  for (let page = 1; ; page += 1) {
    const read = await readPage(options, fetchPage(cursor), page > 1);
    if (read === undefined) return cut(options.isOver() ? 'too-slow' : 'page-failed');
    bytes += read.bytes;
    if (page > 1 && bytes > limits.maxListBytes) return cut('too-many-bytes');
    for (const entry of read.entries) {
      if (entries.length + rejected.length >= limits.maxEntries) return cut('too-many-entries');
      const one = options.readEntry(entry);
      if ('value' in one) entries.push(one.value);
      else rejected.push(rejection(entries.length + rejected.length, entry, one.problem));
    }
    const next = read.nextCursor ?? undefined;
    if (next === undefined) return cut(false);
    if (typeof next !== 'string') return cut('malformed-cursor');
    if (cursors.has(next)) return cut('repeated-cursor');
    if (options.isOver()) return cut('too-slow');
    if (page >= limits.maxPages) return cut('too-many-pages');
    cursors.add(next);
    cursor = next;
  }
}

interface Page {
  readonly entries: readonly unknown[];
  readonly nextCursor: unknown;
  readonly bytes: number;
}

async function readPage<T>(
  options: PaginateOptions<T>,
  answer: Promise<Answer>,
  maySalvage: boolean,
): Promise<Page | undefined> {
  try {
    const { id, result, bytes } = await answer;
    const entries = result[options.member];
    if (!Array.isArray(entries)) {
      const { method, member } = options;
      const message = `the result of ${method}: ${member} is no array`;
      throw new McpClientError('MCP_INVALID_RESULT', message, { method, requestId: id });
    }
    return { entries, nextCursor: result['nextCursor'], bytes };
  } catch (error) {
    if (maySalvage && error instanceof McpClientError && pageFailures.has(error.code)) return undefined;
    throw error;
  }
}

function rejection(index: number, entry: unknown, reason: string): RejectedEntry {
  const name: unknown = typeof entry === 'object' && entry !== null ? Reflect.get(entry, 'name') : undefined;
  return typeof name === 'string' ? { index, name: printable(name, 64), reason } : { index, reason };
}

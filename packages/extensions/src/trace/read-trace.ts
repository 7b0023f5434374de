import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { invalidFile } from '../manager/regular-file.ts';
import { LineDecoder } from '../wire/line-decoder.ts';
import { printable } from '../wire/printable.ts';
import { fileChunks } from './file-chunks.ts';
import { requirePath, requireWhole } from './invalid-option.ts';
import { objectIn, problemIn } from './json-line.ts';
import {
  formatVersion,
  maxLineBytes,
  traceRecord,
  traceStart,
  type TraceRecord,
  type TraceStart,
} from './trace-record.ts';

/** What was not taken from a trace, and why. */
export interface SkippedLines {
  /** Types of records that this version does not know, and how often each came. */
  readonly unknown: Readonly<Record<string, number>>;
  /** Lines that are no records: damaged, or of another shape. */
  readonly invalid: readonly { readonly file: string; readonly line: number; readonly why: string }[];
  /** How many lines were `invalid`; only the first ones are told. */
  readonly invalidCount: number;
  /** The last line was not finished: whoever wrote it was ended. */
  readonly isTorn: boolean;
  /** Older records that were left out, since there are more than `maxRecords`. */
  readonly older: number;
}

/** A trace as it was read. All names and texts in it are untrusted. */
export interface TraceContent {
  readonly start: TraceStart;
  /** In the order of their writing. Of a request there is one record. */
  readonly records: readonly TraceRecord[];
  readonly skipped: SkippedLines;
}

export interface ReadTraceOptions {
  /** The newest so many are kept, from 1 to 10,000,000. Default 200,000. */
  readonly maxRecords?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

const maxInvalid = 20;

/**
 * Reads a trace: the file, and before it the older parts of the same trace (`path.1`, `path.2`, …). A damaged line costs that
 * line, an unfinished one at the end costs nothing more, and what a newer version added is skipped.
 *
 * @throws McpClientError `MCP_INVALID_CONFIG`: an option is wrong, or, with `file`, it cannot be read (`errno`), is no regular
 *   file, no trace, or of a newer format; `MCP_ABORTED`
 */
export async function readTrace(path: string, options: ReadTraceOptions = {}): Promise<TraceContent> {
  const { maxRecords = 200_000 } = options;
  requirePath(path);
  requireWhole('maxRecords', maxRecords, 1, 10_000_000);
  const newest = resolve(path);
  const reading = new Reading(maxRecords);
  const start = await reading.file(newest, undefined, options.signal);
  if (start === undefined) throw invalidFile(newest, 'it is empty: nothing was traced yet');
  const parts: Reading[] = [reading];
  let first = start;
  for (const older of start.part === 1 ? [] : await olderParts(newest)) {
    const part = new Reading(maxRecords);
    const itsStart = await part.file(older, start.traceId, options.signal);
    if (itsStart === undefined) break; // of another trace
    parts.unshift(part);
    first = itsStart;
    if (first.part === 1) break;
  }
  return contentOf(first, parts, maxRecords);
}

/** `path.1`, `path.2`, … as far as they are there, the newest first. */
async function olderParts(path: string): Promise<string[]> {
  const names = new Set(await readdir(dirname(path)));
  const found: string[] = [];
  while (names.has(`${basename(path)}.${found.length + 1}`)) {
    found.push(join(dirname(path), `${basename(path)}.${found.length + 1}`));
  }
  return found;
}

/** One file that is being read. */
class Reading {
  readonly #maxRecords: number;
  records: TraceRecord[] = [];
  readonly unknown = new Map<string, number>();
  readonly invalid: SkippedLines['invalid'][number][] = [];
  invalidCount = 0;
  isTorn = false;
  older = 0;

  constructor(maxRecords: number) {
    this.#maxRecords = maxRecords;
  }

  /** Its first line; undefined when it is empty, or of another trace. */
  async file(
    path: string,
    traceId: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<TraceStart | undefined> {
    let start: TraceStart | undefined;
    let number = 0;
    const decoder = new LineDecoder({
      maxLineBytes,
      onLine: (line) => {
        number += 1;
        if (start === undefined) start = startOf(line, path);
        else this.#take(line, path, number);
      },
    });
    for await (const chunk of fileChunks(path, signal)) {
      if (!decoder.push(chunk)) {
        if (start === undefined)
          throw invalidFile(path, `it is no trace: its first line has more than ${maxLineBytes} bytes`);
        this.#spoiled(path, number + 1, `it has more than ${maxLineBytes} bytes, and the rest was not read`);
        break;
      }
      if (start !== undefined && traceId !== undefined && start.traceId !== traceId) return undefined;
    }
    if (decoder.pendingBytes > 0) {
      if (start === undefined) throw invalidFile(path, 'it is no trace: its first line is not finished');
      this.isTorn = true;
    }
    return start;
  }

  #take(line: string, file: string, number: number): void {
    const value = objectIn(line);
    if (value === undefined) return this.#spoiled(file, number, 'it is no JSON object');
    const result = traceRecord.safeParse(value);
    if (result.success) return this.#keep(result.data);
    const { type } = value;
    if (typeof type !== 'string') return this.#spoiled(file, number, 'it has no type');
    if (knownTypes.has(type)) return this.#spoiled(file, number, problemIn(result.error));
    const name = printable(type, 64);
    if (this.unknown.has(name) || this.unknown.size < maxInvalid)
      this.unknown.set(name, (this.unknown.get(name) ?? 0) + 1);
    return undefined;
  }

  #keep(record: TraceRecord): void {
    this.records.push(record);
    if (this.records.length < 2 * this.#maxRecords) return;
    this.older += this.records.length - this.#maxRecords;
    this.records = this.records.slice(-this.#maxRecords);
  }

  #spoiled(file: string, line: number, why: string): void {
    this.invalidCount += 1;
    if (this.invalid.length < maxInvalid) this.invalid.push({ file, line, why });
  }
}

const knownTypes: ReadonlySet<string> = new Set(traceRecord.options.map(({ shape }) => shape.type.value));

function contentOf(start: TraceStart, parts: readonly Reading[], maxRecords: number): TraceContent {
  const all = withoutPending(parts.flatMap(({ records }) => records));
  const records = all.slice(-maxRecords);
  const unknown: Record<string, number> = {};
  for (const [type, count] of parts.flatMap((part) => [...part.unknown])) unknown[type] = (unknown[type] ?? 0) + count;
  const sum = (of: (part: Reading) => number): number => parts.reduce((total, part) => total + of(part), 0);
  return {
    start,
    records,
    skipped: {
      unknown,
      invalid: parts.flatMap(({ invalid }) => invalid).slice(0, maxInvalid),
      invalidCount: sum(({ invalidCount }) => invalidCount),
      isTorn: parts.at(-1)?.isTorn ?? false,
      older: sum(({ older }) => older) + all.length - records.length,
    },
  };
}

/** A request that was written down while it waited, and whose end came later, is one request. */
function withoutPending(records: readonly TraceRecord[]): TraceRecord[] {
  const ended = new Set(records.flatMap((record) => (isEnded(record) ? [keyOf(record)] : [])));
  return records.filter(
    (record) => record.type !== 'request' || record.state !== 'pending' || !ended.has(keyOf(record)),
  );
}

type RequestRecord = Extract<TraceRecord, { type: 'request' }>;

function isEnded(record: TraceRecord): record is RequestRecord {
  return record.type === 'request' && record.state !== 'pending' && record.id !== undefined;
}

const keyOf = ({ instanceId, id }: RequestRecord): string => `${id} ${instanceId}`;

function startOf(line: string, file: string): TraceStart {
  const value = objectIn(line);
  if (value?.['type'] !== 'trace') throw invalidFile(file, `it is no trace: its first line is ${printable(line, 60)}`);
  const version = value['formatVersion'];
  if (typeof version === 'number' && version > formatVersion) {
    throw invalidFile(file, `it is of format ${version}, and this version reads ${formatVersion}: take a newer one`);
  }
  const result = traceStart.safeParse(value);
  if (!result.success) throw invalidFile(file, `its first line is damaged: ${problemIn(result.error)}`);
  return result.data;
}

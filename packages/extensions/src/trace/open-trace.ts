import { randomUUID } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { packageInfo } from '../base/package-info.ts';
import { McpClientError } from '../errors.ts';
import type { McpListener } from '../manager/manager-event.ts';
import { invalidFile, openRegular } from '../manager/regular-file.ts';
import { errnoOf } from '../stdio/spawn-failure.ts';
import { withoutMark } from './file-chunks.ts';
import { fileError } from './file-error.ts';
import { requirePath, requireWhole } from './invalid-option.ts';
import { RecordRedactor } from './record-redactor.ts';
import { roundedMs } from './rounded-ms.ts';
import { partNames, TraceFile } from './trace-file.ts';
import { lockTrace } from './trace-lock.ts';
import { TraceQueue } from './trace-queue.ts';
import { TraceRecorder } from './trace-recorder.ts';
import { formatVersion, traceRecord, type TraceRecord, type TraceStart } from './trace-record.ts';

export interface TraceOptions {
  /** The file; what it holds, if it is a trace, becomes `path.1`. */
  readonly path: string;
  /** Bytes of a file, beyond which a new one is begun. From 4,096; default 64 MiB. */
  readonly maxFileBytes?: number | undefined;
  /** Files that are kept, from 1 to 1,000. Default 5. */
  readonly maxFiles?: number | undefined;
  /** Records that may wait to be written; more are dropped, and counted. Default 10,000. */
  readonly maxQueued?: number | undefined;
  /** What is secret because of where it comes from: taken out wherever it stands. */
  readonly secrets?: readonly string[] | undefined;
  /** Told once, when the file cannot be written any more. May throw; nothing breaks by it. */
  readonly onError?: ((error: McpClientError) => unknown) | undefined;
}

/** A request that waits for so long is written down as `pending`. More often than a lock has to be touched. */
const pendingMs = 1_000;

/** A trace that is being written. */
export interface Trace extends AsyncDisposable {
  readonly traceId: string;
  /** Absolute. */
  readonly path: string;
  /** For `onEvent` of clients and managers, and for the `client` of a manager. */
  readonly listener: McpListener;
  /** Records that could not be written: too many for a moment, or no records of the format. */
  readonly dropped: number;
  /** A record of the host's own, now, as it is now. What is none, or cannot be read, is dropped and counted; never throws. */
  add(record: Omit<Extract<TraceRecord, { type: 'failure' }>, 'at'>): void;
  /** These are secret too, from now on; for what a broker lends. */
  protect(secrets: readonly string[]): void;
  /** Resolves when everything that was told so far is in the file, or was dropped. Never rejects. */
  flush(): Promise<void>;
  /** The same, and nothing is written any more. Idempotent. */
  close(): Promise<void>;
}

/**
 * Begins a trace: a file of records, see `trace-record.ts`. It never makes the protocol wait: records are written beside it,
 * and dropped when too many wait. It keeps no host alive that has nothing else to do, so close it.
 *
 * @throws McpClientError `MCP_INVALID_CONFIG` with `file`: an option is wrong, the file cannot be made (`errno`), what is
 *   there is no trace, or somebody writes it
 */
export async function openTrace(options: TraceOptions): Promise<Trace> {
  const { maxFileBytes = 64 * 1024 * 1024, maxFiles = 5, maxQueued = 10_000, secrets = [] } = options;
  requireWhole('maxFileBytes', maxFileBytes, 4_096);
  requireWhole('maxFiles', maxFiles, 1, 1_000);
  requireWhole('maxQueued', maxQueued, 1, 1_000_000);
  requirePath(options.path);
  const path = resolve(options.path);
  const traceId = randomUUID();
  const began = performance.now();
  const start = {
    type: 'trace',
    formatVersion,
    traceId,
    startedAt: new Date().toISOString(),
    producer: packageInfo,
  } as const;
  const firstLine = (part: number): string => JSON.stringify({ ...start, part } satisfies TraceStart);
  for (const name of partNames(path, maxFiles)) await requireTrace(name);
  const lock = await lockTrace(path);
  const file = await TraceFile.open({ path, maxBytes: maxFileBytes, maxFiles, firstLine }).catch(
    async (error: unknown) => {
      await lock.release();
      throw fileError(path, 'the trace cannot be written', error);
    },
  );
  const redactor = new RecordRedactor(secrets);
  const now = (): number => performance.now() - began;
  const queue = new TraceQueue({
    file: {
      append: (lines) => file.append(lines),
      close: () => file.close().then(lock.release).catch(ignored),
    },
    maxQueued,
    now,
    lineOf: (record) => `${JSON.stringify(redactor.record(record))}\n`,
    onError: (error) => options.onError?.(fileError(path, 'the trace cannot be written any more', error)),
  });
  const recorder = new TraceRecorder({ now, write: (record) => queue.push(record) });
  const timer = setInterval(() => {
    recorder.writePending(pendingMs);
    void lock.touch();
  }, pendingMs).unref();
  const trace: Trace = {
    traceId,
    path,
    listener: recorder.listener,
    get dropped() {
      return queue.dropped;
    },
    add: (record) => {
      const own = ownRecord(record, roundedMs(now()));
      if (own === undefined) queue.drop();
      else queue.push(own);
    },
    protect: (values) => redactor.protect(values),
    flush: () => queue.flush(),
    close: () => {
      clearInterval(timer);
      recorder.flush();
      return queue.close();
    },
    [Symbol.asyncDispose]: () => trace.close(),
  };
  return trace;
}

/** A lock that cannot be removed is found to be nobody's later. */
function ignored(): void {}

/** What a host gives may be anything: nothing is written that a reader would not take. */
function ownRecord(given: object, at: number): TraceRecord | undefined {
  try {
    return traceRecord.safeParse({ ...given, at }).data;
  } catch {
    return undefined; // a getter that throws
  }
}

/** A file that is there is moved, and at last removed: it had better be one of ours, and a file at all (`/dev/null` is none). */
async function requireTrace(file: string): Promise<void> {
  try {
    // A link would be moved, and not what it leads to. Of a folder the system says what is wrong.
    const there = await lstat(file);
    if (!there.isFile() && !there.isDirectory()) throw invalidFile(file, 'it is no regular file: choose another path');
    if (!(await beginsAsTrace(file)))
      throw invalidFile(file, 'it is there and is no trace: it is left as it is; choose another path');
  } catch (error) {
    if (error instanceof McpClientError) throw error;
    if (errnoOf(error as Error) !== 'ENOENT') throw fileError(file, 'the file that is there cannot be read', error);
  }
}

async function beginsAsTrace(file: string): Promise<boolean> {
  const handle = await openRegular(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(firstBytes.length + 3), { position: 0 });
    return bytesRead === 0 || withoutMark(buffer.subarray(0, bytesRead)).toString('latin1').startsWith(firstBytes);
  } finally {
    await handle.close();
  }
}

const firstBytes = '{"type":"trace"';

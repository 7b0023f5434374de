import type { BrokenDouble } from './broken-double.ts';

/** Mistakes about files of traces: who writes them, what gets into them, and how they are read. */
export const brokenTraceDoubles: readonly BrokenDouble[] = [
  {
    id: 'O-06',
    name: 'a trace has as many writers as like to write it',
    file: 'trace/trace-lock.ts',
    from: 'return await takeFileLock(`${path}.lock`, { waitMs, untouchedMs });',
    to: 'return { touch: () => Promise.resolve(), release: () => Promise.resolve() };',
  },
  {
    id: 'O-06',
    name: 'the lock of a writer that cannot be asked stays for ever',
    file: 'trace/trace-lock.ts',
    from: '{ waitMs, untouchedMs }',
    to: '{ waitMs }',
  },
  {
    id: 'O-06',
    name: 'the lock stays when the trace is closed',
    file: 'trace/open-trace.ts',
    from: 'file.close().then(lock.release).catch(ignored)',
    to: 'file.close()',
  },
  {
    id: 'O-06',
    name: 'what somebody else put in the place of a trace is moved',
    file: 'trace/trace-file.ts',
    from: 'await this.#requireOwn();',
    to: '',
  },
  {
    id: 'O-06',
    name: 'a pipe is read',
    file: 'manager/regular-file.ts',
    from: 'if (!stats.isFile()) throw',
    to: 'if (false) throw',
  },
  {
    id: 'O-06',
    name: 'a byte order mark is a part of the first line',
    file: 'trace/file-chunks.ts',
    from: 'yield isFirst ? withoutMark(chunk as Buffer) : (chunk as Buffer);',
    to: 'yield chunk as Buffer;',
  },
  {
    id: 'O-06',
    name: 'a number of records is taken as it is',
    file: 'trace/read-trace.ts',
    from: "requireWhole('maxRecords', maxRecords, 1, 10_000_000);",
    to: '',
  },
  {
    id: 'O-06',
    name: 'a host’s record is written whatever it is',
    file: 'trace/open-trace.ts',
    from: 'return traceRecord.safeParse({ ...given, at }).data;',
    to: 'return { ...given, at } as TraceRecord;',
  },
  {
    id: 'O-06',
    name: 'a record that is no JSON ends the trace',
    file: 'trace/trace-queue.ts',
    from: '// It is dropped, as one that is too long.',
    to: "throw new Error('no JSON');",
  },
  {
    id: 'O-06',
    name: 'a line is written however long it is',
    file: 'trace/trace-queue.ts',
    from: 'if (3 * line.length <= maxLineBytes || Buffer.byteLength(line) <= maxLineBytes) return line;',
    to: 'return line;',
  },
  {
    id: 'O-06',
    name: 'what was dropped last is not said',
    file: 'trace/trace-queue.ts',
    from: 'this.#waiting.length > 0 || this.#unsaid > 0',
    to: 'this.#waiting.length > 0',
  },
  {
    id: 'O-06',
    name: 'an exit code is whatever an error says',
    file: 'trace/failure-record.ts',
    from: 'exitCode: exitCode === null ? null : whole(exitCode)',
    to: 'exitCode',
  },
];

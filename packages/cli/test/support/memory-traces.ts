import type { Trace, TraceContent, TraceRecord } from '@coding-agent/extensions/trace';
import { CliError } from '../../src/cli-error.ts';
import type { Traces } from '../../src/traces.ts';

export interface MemoryTracesOptions {
  /** What traces hold, by the name of the file. */
  readonly traces?: Readonly<Record<string, TraceContent>>;
}

/** Traces in memory: what is begun and ended is told to the log. */
export function memoryTraces({ traces = {} }: MemoryTracesOptions, log: string[]): Traces {
  return {
    begin(file) {
      log.push(`trace ${file}`);
      return Promise.resolve({ trace: memoryTrace(() => void log.push(`traced ${file}`)), problems: [] });
    },
    read(file) {
      const content = traces[file];
      if (content !== undefined) return Promise.resolve(content);
      return Promise.reject(new CliError('CLI_NO_TRACE', `${file} cannot be read (ENOENT)`, { next: 'name a trace' }));
    },
    page: ({ records }, { title, language = 'any' }) =>
      Promise.resolve(`<html lang="${language}">${title}: ${records.length} records</html>\n`),
  };
}

function memoryTrace(onClose: () => void): Trace {
  const close = (): Promise<void> => {
    onClose();
    return Promise.resolve();
  };
  return {
    traceId: 'trace',
    path: '/srv/project/trace.jsonl',
    listener: () => {},
    dropped: 0,
    add: () => {},
    protect: () => {},
    flush: () => Promise.resolve(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A trace with these records. */
export function content(records: readonly TraceRecord[], skipped: Partial<TraceContent['skipped']> = {}): TraceContent {
  return {
    start: {
      type: 'trace',
      formatVersion: 1,
      traceId: 'trace',
      startedAt: '2026-01-02T03:04:05.678Z',
      part: 1,
      producer: { name: '@coding-agent/extensions', version: '1.2.3' },
    },
    records,
    skipped: { unknown: {}, invalid: [], invalidCount: 0, isTorn: false, older: 0, ...skipped },
  };
}

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Long enough for a busy machine. */
const DEADLINE_MS = 10_000;

/** What the processes of one test have written down: who ran, and as what. */
export interface Journal {
  readonly file: string;
  /** What was noted, in order: modes of the program, `deaf`, `ready`, `helper`. */
  readonly notes: () => string[];
  /** Every process that is known of, each once. */
  readonly pids: () => number[];
  /** Waits for a note, past or future; the signal says that nobody waits any more. */
  readonly waitFor: (what: string, signal: AbortSignal) => Promise<void>;
}

/** The journal in a folder; nobody has written into it yet. */
export function openJournal(folder: string): Journal {
  const file = join(folder, 'journal');
  const lines = (): string[] => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []);
  const noteOf = (line: string): string => line.replace(/^\d+ /, '');
  return {
    file,
    notes: () => lines().map(noteOf),
    pids: () => [...new Set(lines().map((line) => Number.parseInt(line, 10)))],
    waitFor: async (what, signal) => {
      const deadline = performance.now() + DEADLINE_MS;
      while (!signal.aborted && !lines().map(noteOf).includes(what)) {
        if (performance.now() > deadline) throw new Error(`no process has noted "${what}" within ${DEADLINE_MS} ms`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
  };
}

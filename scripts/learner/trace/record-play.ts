import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeWorkCopy, type FileMap } from '../../lesson/collect/variant-files.ts';
import { chooseGuard, findAbilities } from '../../lesson/process/guard.ts';
import { runGuarded, type GuardedResult } from '../../lesson/process/guarded-run.ts';
import { runEnvironment } from '../../lesson/process/run-environment.ts';
import { readJournal, type JournalEntry } from './journal.ts';
import { tsxLoader } from './tsx-loader.ts';

/** As long as a play may take: several callers who wait in vain, one after another, on a busy machine. */
export const playLimitMs = 60_000;

export interface PlayRequest {
  readonly root: string;
  /** The folder of the lesson's solution: gives the copy its place and lends its packages. */
  readonly home: string;
  /** All files of the variant, with `tests/`. */
  readonly files: FileMap;
  /** The scenario, relative to the variant. */
  readonly play: string;
  readonly limits: { readonly rssMb: number; readonly outputKb: number };
  readonly signal: AbortSignal;
  /** Default: `playLimitMs`. */
  readonly timeoutMs?: number;
}

export interface Recording {
  readonly entries: readonly JournalEntry[];
  readonly run: GuardedResult;
}

/**
 * Plays a scenario on one variant of a lab, in a copy and under the guard, and reads what was written down. Whatever the
 * variant does, nothing of it is left when this settles. Rejects when `signal` aborts, with its reason.
 */
export async function recordPlay(request: PlayRequest): Promise<Recording> {
  const { root, home, files, play, limits, signal, timeoutMs = playLimitMs } = request;
  signal.throwIfAborted();
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'lesson-')));
  try {
    const [tree, out, record] = ['tree', 'out', 'record'].map((name) => join(place, name)) as [string, string, string];
    for (const folder of [tree, out, record]) mkdirSync(folder);
    const folder = writeWorkCopy({ repositoryRoot: root, home, files, into: tree });
    const journal = join(record, 'journal.jsonl');
    const run = await runGuarded({
      guard: chooseGuard(findAbilities()),
      executable: process.execPath,
      args: ['--import', tsxLoader, join(import.meta.dirname, 'play.ts'), journal, join(folder, play)],
      cwd: folder,
      env: runEnvironment(place),
      out,
      timeoutMs,
      maxOutputBytes: limits.outputKb * 1024,
      maxRssBytes: limits.rssMb * 1024 * 1024,
      signal,
    });
    signal.throwIfAborted();
    return { entries: readJournal(journal), run: withoutOurs(run, record) };
  } finally {
    rmSync(place, { recursive: true, force: true, maxRetries: 3 });
  }
}

/**
 * The tap and the server are ours, and end with their pipe; on a busy machine that may take longer than anybody looks. Both
 * have the folder of the journal in their arguments.
 */
function withoutOurs(run: GuardedResult, record: string): GuardedResult {
  const left = run.processes.left.filter(({ command }) => !command.includes(record));
  return { ...run, processes: { ...run.processes, left } };
}

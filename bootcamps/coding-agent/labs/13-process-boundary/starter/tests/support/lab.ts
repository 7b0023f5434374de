import { announceSeed, reportEvidence } from '@coding-agent/fixture-servers/lab';
import {
  abortListeners,
  isAlive,
  processState,
  waitUntilGone,
  watchResources,
} from '@coding-agent/fixture-servers/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type TestContext } from 'vitest';
import type { RunOptions } from '../../src/options.ts';
import type { ProcessResult } from '../../src/result.ts';
import { runProcess } from '../../src/run-process.ts';
import { watch, type Watched } from './endings.ts';
import { countStarts } from './host.ts';
import { openJournal, type Journal } from './journal.ts';
import { program } from './programs.ts';

/** A folder, a journal, and processes that run in the one and write into the other. */
export interface Lab {
  /** Where processes of this test run. Made for it and removed after it. */
  readonly folder: string;
  readonly journal: Journal;
  /** How often a process was started so far, or tried to be. */
  readonly starts: () => number;
  /** Runs anything; what is not given is harmless. */
  readonly run: (what: string, options: Partial<RunOptions>) => Watched<ProcessResult>;
  /** Runs the program of the tests in one of its modes. */
  readonly runMode: (mode: string, words?: readonly string[], options?: Partial<RunOptions>) => Watched<ProcessResult>;
  /** Waits until a process of this run has noted something. A run that ends before it does fails as the run does. */
  readonly noted: (what: string, by: Watched<ProcessResult>) => Promise<void>;
  /** Right after a result: all processes that are known of have ended, and nobody had to wait for it. */
  readonly proveGone: (what: string) => void;
  /** The last line of each test: no process, timer, pipe or listener is left. Nothing of this is the code's own word. */
  readonly proveNothingLeft: (...signals: readonly AbortSignal[]) => Promise<void>;
}

const SOURCES = fileURLToPath(new URL('../../src', import.meta.url));

/**
 * Opens a lab. It begins with a look at the door: options that cannot be used are refused, and nothing is started. That
 * much works before anything is written.
 */
export async function openLab(context: TestContext): Promise<Lab> {
  const resources = watchResources({ folder: SOURCES });
  const started = countStarts();
  let refused = 0;
  const folder = mkdtempSync(join(tmpdir(), 'process-boundary-'));
  const journal = openJournal(folder);
  const run = (what: string, options: Partial<RunOptions>): Watched<ProcessResult> => {
    const harmless = { ...program(journal.file, 'arguments'), cwd: folder, timeoutMs: 60_000, maxOutputBytes: 100_000 };
    return watch(runProcess({ ...harmless, ...options }), what);
  };

  context.onTestFailed(announceSeed);
  // Adds no error of its own: which test failed, and why, is for the test to say.
  context.onTestFinished(async () => {
    const survivors = journal.pids().filter(isAlive);
    survivors.forEach(kill);
    await waitUntilGone(survivors, { deadlineMs: 10_000 }).catch(() => {});
    reportEvidence(context, { refused, started: started.count(), leftRunning: survivors.length });
    started.stop();
    resources.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  await run('a run without an executable', { executable: '' }).error('PROCESS_INVALID_OPTIONS');
  refused += 1;

  return {
    folder,
    journal,
    starts: started.count,
    run,
    runMode: (mode, words, options) => run(`the run "${mode}"`, { ...program(journal.file, mode, words), ...options }),
    noted: async (what, by) => {
      const over = new AbortController();
      const end = by
        .value()
        .then(({ ending }) => expect.fail(`the run has ${ending} before a process noted "${what}"`));
      const noted = journal.waitFor(what, over.signal);
      try {
        await Promise.race([noted, end]);
      } finally {
        // Its pause is a timer of this test, which must not outlive it.
        over.abort();
        await Promise.allSettled([noted]);
      }
    },
    proveGone: (what) => {
      const states = journal.pids().map(processState);
      expect(states, `state of the processes when the result is there: ${what}`).not.toContain('running');
    },
    proveNothingLeft: async (...signals) => {
      for (const signal of signals) {
        expect(abortListeners(signal), 'abort listeners left on a signal after its runs ended').toBe(0);
      }
      await waitUntilGone(journal.pids(), { deadlineMs: 10_000 });
      // Timers of the code under test, pipes and child handles. A second: the event loop needs a turn or two.
      await resources.settled({ deadlineMs: 1_000 });
    },
  };
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // gone since
  }
}

/**
 * `play.ts <journal> <scenario>`: plays `tests/trace.ts` of a lab on a client that may do anything: hang, throw, end the
 * process. What happens is in the journal; whoever started this limits how long it takes, and looks what it leaves.
 */
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fixtureServer } from '@coding-agent/fixture-servers';
import type { Stage } from '@coding-agent/fixture-servers/lab';
import { settlesWithin } from '@coding-agent/fixture-servers/testing';
import { inTheLesson } from '../check/short-text.ts';
import { appendTo } from './journal.ts';
import { tsxLoader } from './tsx-loader.ts';

/** As long as the tests of the labs wait: a promise that takes this long is not slow, it was forgotten. */
const patienceMs = 2_500;
const longestText = 1_000;

const [journal = '', scenario = ''] = process.argv.slice(2);
const note = appendTo(journal);

const stage: Stage = {
  server: (options) => {
    const { executable, args } = fixtureServer({ ...options, journalDirectory: dirname(journal) });
    const tap = ['--import', tsxLoader, join(import.meta.dirname, 'tap.ts'), journal];
    return { executable: process.execPath, args: [...tap, executable, ...args] };
  },
  scene: (id) => note({ event: 'scene', id }),
  ask: async (caller, call) => {
    const value = `asked by ${caller}`;
    note({ event: 'asked', caller, value });
    const told = (async () => call(value))().then(
      (given) => note({ event: 'given', caller, text: textOf(given) }),
      (error: unknown) => note({ event: 'refused', caller, ...errorFacts(error) }),
    );
    await settlesWithin(told, patienceMs, caller).catch(() => note({ event: 'untold', caller }));
  },
};

// A late error of the client's code, outside of what the play waits for.
process.on('uncaughtException', fail);

try {
  const { play } = (await import(pathToFileURL(scenario).href)) as { play: (stage: Stage) => Promise<void> };
  await play(stage);
  note({ event: 'ended' });
  process.exit(0); // a timer that was forgotten must not keep it alive
} catch (error) {
  fail(error);
}

function fail(error: unknown): never {
  const { code, message } = errorFacts(error);
  note({ event: 'failed', name: code, message });
  process.exit(1);
}

/** What an error is called: its code, if it has one. Its places are those of the lesson: the copy that is played is gone soon. */
function errorFacts(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: 'Error', message: textOf(error) };
  const { code } = error as { code?: unknown };
  const message = inTheLesson(error.message).slice(0, longestText);
  return { code: typeof code === 'string' ? code : error.name, message };
}

function textOf(value: unknown): string {
  try {
    return (JSON.stringify(value) ?? String(value)).slice(0, longestText);
  } catch {
    return '?'; // a cycle, a BigInt
  }
}

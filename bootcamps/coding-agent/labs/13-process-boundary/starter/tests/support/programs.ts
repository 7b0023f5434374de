import { fileURLToPath } from 'node:url';
import type { RunOptions } from '../../src/options.ts';

/** What is run. */
export type Program = Pick<Required<RunOptions>, 'executable' | 'args'>;

const programFile = fileURLToPath(new URL('../fixtures/program.mjs', import.meta.url));

/** The program of the tests in one of its modes: see fixtures/program.mjs. */
export function program(journal: string, mode: string, words: readonly string[] = []): Program {
  return { executable: process.execPath, args: [programFile, journal, mode, ...words] };
}

/** Notes itself, says "ready" and sleeps. It does so within milliseconds, which Node does not: for time-outs. */
export function sleeper(journal: string): Program {
  return script('echo "$$ asleep" >> "$0"; echo ready; exec sleep 30', journal);
}

/** The same, and deaf to SIGTERM: what is ignored stays ignored by the program that takes the shell's place. */
export function deafSleeper(journal: string): Program {
  return script(`trap '' TERM; echo "$$ asleep" >> "$0"; echo ready; exec sleep 30`, journal);
}

/** Ends at once. */
export function nothing(): Program {
  return script('exit 0', 'nothing');
}

/**
 * How to use a shell, when it must be one: a fixed script, and what is not fixed as an argument beside it. The shell never
 * reads that as code.
 */
function script(text: string, argument: string): Program {
  return { executable: '/bin/sh', args: ['-c', text, argument] };
}

import type { CommanderError } from 'commander';
import { helpOf } from './help.ts';
import { visibleLine } from './output/visible.ts';

/** Commands that have commands of their own. */
const groups: readonly string[] = ['quarantine', 'trace'];

/**
 * What commander refuses, in our words, and what to do next. `written` is what it would have written to stderr: its message,
 * with a suggestion, or the help when no command was given.
 */
export function refusalWords(
  { code, message }: CommanderError,
  written: string,
  words: readonly string[],
): [message: string, next: string] {
  if (code === 'commander.help' || code === 'commander.helpDisplayed') {
    const [first, asked] = words;
    const what =
      first === 'help' && asked !== undefined ? `there is no command ${visibleLine(asked)}` : 'no command was given';
    return [what, `see what there is: ${groups.includes(first ?? '') ? `mcp help ${first}` : 'mcp --help'}`];
  }
  const [first = '', ...rest] = (written === '' ? message : written)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const suggestion = rest.find((line) => line.startsWith('(Did you mean'))?.slice(1, -1);
  // Words of `mcp` itself may stand before the command: then the general help has the way to its own.
  const command = words[0] !== undefined && Object.hasOwn(helpOf, words[0]) ? words[0] : undefined;
  const help = command === undefined ? 'see mcp --help' : `see mcp help ${command}`;
  const isOptionOfRun = code === 'commander.unknownOption' && command === 'run';
  // What other programs call so is part of a list here.
  if (code === 'commander.unknownCommand' && words.includes('tools'))
    return [first.replace(/^error: /, ''), 'its tools: mcp list'];
  const next = suggestion ?? (isOptionOfRun ? `options of a server’s own command go after --; ${help}` : help);
  return [first.replace(/^error: /, ''), next];
}

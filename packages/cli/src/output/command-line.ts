import { visibleLine } from './visible.ts';

/**
 * A command line as a person reads it: each argument is one word, and one that is no plain word stands in quotes, so that
 * nobody takes two for one. It is not meant for a shell.
 */
export function commandLine(command: readonly string[]): string {
  return command
    .map((word) => (/^[\w@%+=:,./\\~${}-]+$/.test(word) ? word : `"${visibleLine(word.replaceAll('"', '\\"'))}"`))
    .join(' ');
}

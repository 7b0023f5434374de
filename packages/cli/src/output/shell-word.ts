import { visibleLine } from './visible.ts';

/**
 * A name as one word of a command that somebody may copy into a shell: quoted where it is no plain word. A name of a
 * configuration that was pasted must not become a command of its own (`x; rm -rf ~`).
 */
export function shellWord(name: string): string {
  const shown = visibleLine(name);
  return /^[\w@%+=:,./][\w@%+=:,./-]*$/.test(shown) ? shown : `'${shown.replaceAll("'", String.raw`'\''`)}'`;
}

/** Characters of a name. Cline's marketplace names its servers by addresses, which are long. */
const maxNameLength = 200;

/** A selector behind a picture is a part of it; elsewhere it makes a second name that looks like the first. */
const unseen =
  /(?!(?<=\p{Extended_Pictographic})(?:\ufe0e|\ufe0f))[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Default_Ignorable_Code_Point}]/u;

/** What stands against the name of a server; undefined when nothing does. It goes into messages, files and tool names. */
export function nameProblem(name: string): string | undefined {
  if (name === '') return 'is empty';
  if (name.length > maxNameLength) return `has more than ${maxNameLength} characters`;
  if (name === '__proto__' || name === 'constructor' || name === 'prototype') return 'means something to JavaScript';
  if (name !== name.trim()) return 'begins or ends with a space';
  if (unseen.test(name) || !name.isWellFormed()) {
    return 'holds a character that cannot be seen';
  }
  return undefined;
}

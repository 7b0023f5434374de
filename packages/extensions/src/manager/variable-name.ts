import { redact } from '../base/redact.ts';
import { printable } from '../wire/printable.ts';

/** The name of a variable where a field takes its NAME: a value is written there too often, and a name is shown. */
export const variableNamePattern = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Whether a text may be the name of a variable; what is none may be its value, and is not to be shown. */
export function isVariableName(text: string): boolean {
  return variableNamePattern.test(text);
}

/** Characters of what may be a value. */
const shownCharacters = 4;

/** A word of a name is hardly longer; one with digits in it (`OAUTH2`, `K8S`) even less. */
const longestWord = 20;
const longestWordWithDigits = 8;

/** Whether it is written as the names of variables usually are, and not as tokens are. A net: a short secret goes through. */
export function isUsualName(name: string): boolean {
  if (!isVariableName(name) || redact(name, { values: [], truncated: false }) !== name) return false;
  if (/[a-z]/.test(name) && /[0-9]/.test(name)) return false;
  return name.split('_').every((word) => word.length <= (/[0-9]/.test(word) ? longestWordWithDigits : longestWord));
}

/** The name of a variable for a message: of what may be a value no more than its beginning. */
export function shownVariable(name: string): string {
  return isUsualName(name) ? name : `${printable(name.slice(0, shownCharacters))}…`;
}

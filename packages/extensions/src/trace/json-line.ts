import { isJsonObject, type JsonObject } from '../wire/message.ts';
import { printable } from '../wire/printable.ts';

/** The object that a line of a file is; undefined when it is none. */
export function objectIn(line: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The first thing that a schema has against it, with its place: `bytes: Invalid input`. */
export function problemIn({
  issues,
}: {
  readonly issues: readonly { path: PropertyKey[]; message: string }[];
}): string {
  const [issue] = issues;
  if (issue === undefined) return 'it does not fit';
  const path = issue.path.map(String).join('.');
  return printable(path === '' ? issue.message : `${path}: ${issue.message}`);
}

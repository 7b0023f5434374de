import { printable } from '../wire/printable.ts';

/** The way to a part of a value, as steps back to the whole: made at each step, and written out only for a problem. */
export interface Path {
  readonly parent: Path | undefined;
  readonly key: string | number;
}

const maxLength = 200;

/** As a JSON pointer (RFC 6901): empty for the whole. Keys are of others: bounded, and printable. */
export function pointerOf(path: Path | undefined): string {
  const steps: string[] = [];
  for (let at = path; at !== undefined; at = at.parent) {
    steps.push(`/${String(at.key).slice(0, maxLength).replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
  return printable(steps.toReversed().join(''), maxLength);
}

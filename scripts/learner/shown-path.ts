import { relative } from 'node:path';
import type { Call } from './command.ts';

/** A path as the person would write it: from where they are, when it lies below. */
export function shownPath(path: string, { context }: Pick<Call, 'context'>): string {
  const near = relative(context.cwd, path);
  return near.startsWith('..') ? path : near || '.';
}

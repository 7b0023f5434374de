import type { BrokenDouble } from './broken-double.ts';

export const brokenConfigDoubles: readonly BrokenDouble[] = [];

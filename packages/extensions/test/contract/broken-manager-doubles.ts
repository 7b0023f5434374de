import type { BrokenDouble } from './broken-double.ts';

export const brokenManagerDoubles: readonly BrokenDouble[] = [];

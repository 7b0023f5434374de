import type { BrokenDouble } from './broken-double.ts';

export const brokenAdapterDoubles: readonly BrokenDouble[] = [];

/** Runs the tests of the fault matrix, and makes `docs/fault-matrix.md` of what they measured. */
import { makePage } from '../../support/make-page.ts';
import { renderPage } from './page.ts';
import type { Result } from './result.ts';
import { rows } from './rows.ts';

await makePage<Result>({
  name: 'faults',
  file: 'fault-matrix.md',
  tests: 'test/faults',
  exclude: ['test/faults/page.test.ts', 'test/faults/stress.test.ts'],
  keys: rows.map(({ fault }) => fault),
  keyOf: ({ fault }) => fault,
  render: renderPage,
});

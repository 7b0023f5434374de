/** Runs the tests of the era matrix, and makes `docs/era-matrix.md` of what they measured. */
import { makePage } from '../../support/make-page.ts';
import { renderPage, type EraResult } from './page.ts';
import { rows } from './rows.ts';

await makePage<EraResult>({
  name: 'eras',
  file: 'era-matrix.md',
  tests: 'test/eras/matrix.test.ts',
  keys: rows.map(({ server }) => server),
  keyOf: ({ server }) => server,
  render: renderPage,
});

import { errorCodes } from '../../src/index.ts';
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { verifies } from '../contract/verifies.ts';
import { promisesOn } from './support/page.ts';
import { rows } from './support/rows.ts';

verifies('Q-01', 'the page of the fault matrix promises what the table in the code does, row by row', () => {
  const page = readFileSync(new URL('../../docs/fault-matrix.md', import.meta.url), 'utf8');
  expect(promisesOn(page)).toEqual(rows.map(({ fault, ending }) => [fault, `\`${ending}\``]));
});

verifies('Q-01', 'each fault has one row, and each ending is an answer or a code of this package', () => {
  expect(new Set(rows.map(({ fault }) => fault)).size).toBe(rows.length);
  const endings = rows.map(({ ending }) => ending.replace(/ \(.*/, ''));
  expect(endings.filter((ending) => !['answered', ...errorCodes].includes(ending))).toEqual([]);
});

import { errorCodes } from '../../src/index.ts';
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { verifies } from '../contract/verifies.ts';
import { httpRows } from './support/http-rows.ts';
import { httpPromiseOf, promiseOf, promisesOn } from './support/page.ts';
import { rows } from './support/rows.ts';

verifies('C-08', 'the page of the era matrix promises what the table in the code does, row by row', () => {
  const page = readFileSync(new URL('../../docs/era-matrix.md', import.meta.url), 'utf8');
  expect(promisesOn(page)).toEqual({ started: rows.map(promiseOf), http: httpRows.map(httpPromiseOf) });
});

verifies('C-08', 'each server has one row, and each ending is an era or a code of this package', () => {
  for (const table of [rows, httpRows]) {
    expect(new Set(table.map(({ server }) => server)).size).toBe(table.length);
  }
  const endings = [...rows, ...httpRows].map(({ ending }) => ending.replace(/ \(.*/, ''));
  expect(endings.filter((ending) => !['modern', 'legacy', ...errorCodes].includes(ending))).toEqual([]);
});

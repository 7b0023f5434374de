import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eras, type ContractCase } from './contract-case.ts';
import { endingCases } from './cases/endings.ts';
import { lifeCases } from './cases/life.ts';
import { listCases } from './cases/lists.ts';
import { notificationCases } from './cases/notifications.ts';
import { questionCases } from './cases/questions.ts';
import { requestCases } from './cases/requests.ts';
import { resultCases } from './cases/results.ts';
import { runsOf } from './run-over-all-ways.ts';
import { wayNames, ways } from './way.ts';

const tables = {
  endings: endingCases,
  life: lifeCases,
  lists: listCases,
  notifications: notificationCases,
  questions: questionCases,
  requests: requestCases,
  results: resultCases,
};
const all: readonly ContractCase[] = Object.values(tables).flat();

test('every case runs over every way, in each of its eras, or says why not', () => {
  const missing = all.flatMap((one) => {
    const runs = runsOf(one);
    return wayNames.flatMap((way) => {
      const reason = one.not?.[way];
      if (reason !== undefined) return reason.length > 20 ? [] : `${one.title}: no reason why not over ${way}`;
      const those = runs.filter((run) => run.way === way).map(({ era }) => era);
      const isWhole = (one.eras ?? eras).every((era) => those.includes(era) || !ways[way].eras.includes(era));
      return isWhole ? [] : `${one.title}: not over ${way}`;
    });
  });
  expect(missing).toEqual([]);
});

test('each era is that of a way in memory, over stdio and over HTTP', () => {
  for (const way of ['memory', 'stdio', 'http'] as const) expect(ways[way].eras).toEqual(eras);
  expect(ways['http+sse'].eras).toEqual(['legacy']);
});

test('a case that is not run over a way is the exception', () => {
  const exceptions = all.filter(({ not = {} }) => Object.keys(not).length > 0);
  expect(all.length).toBeGreaterThan(50);
  expect(exceptions.length * 10).toBeLessThan(all.length);
});

test('each title is one of a kind', () => {
  const titles = all.map(({ title }) => title);
  expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
});

test('each table of cases has a file that runs it', () => {
  const files = readdirSync(join(import.meta.dirname, 'cases')).map((name) => name.replace(/\.ts$/, ''));
  expect(files).toEqual(Object.keys(tables));
  for (const name of files) {
    const source = readFileSync(join(import.meta.dirname, `${name}.test.ts`), 'utf8');
    expect(source).toMatch(new RegExp(`from './cases/${name}\\.ts';[^]*^runOverAllWays\\(\\w+Cases\\);`, 'm'));
  }
});

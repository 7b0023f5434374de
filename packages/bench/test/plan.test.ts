import { expect, it } from 'vitest';
import { planRound } from '../src/plan.ts';

const chosen = { rows: ['sequential', 'deadlines', 'answers'], clients: ['ours', 'sdk', 'limit'], isQuick: true };

it('lets all clients measure one size of a row before the next, and begins each round with another client', () => {
  const [first, ...more] = planRound(chosen, 1);
  expect(first).toEqual({ row: 'sequential', variant: 0, clients: ['sdk', 'limit', 'ours'] });
  expect(more.map(({ row, variant }) => `${row} ${variant}`)).toEqual(['answers 1', 'answers 8', 'deadlines 0']);
  expect(planRound(chosen, 2)[0]?.clients).toEqual(['limit', 'ours', 'sdk']);
});

it('measures the manager where a host is the matter, and the floors nowhere there', () => {
  const all = { rows: ['list', 'many'], clients: ['ours', 'managed', 'sdk', 'vscode-jsonrpc', 'limit', 'limit+t'] };
  const turns = planRound({ ...all, isQuick: true }, 6);
  expect(turns.map(({ row, clients }) => [row, ...clients.toSorted()])).toEqual([
    ['list', 'limit', 'limit+t', 'ours', 'sdk', 'vscode-jsonrpc'],
    ['many', 'managed', 'ours', 'sdk'],
  ]);
});

it('asks nobody for deadlines who has none', () => {
  expect(planRound(chosen, 2).at(-1)).toEqual({ row: 'deadlines', variant: 0, clients: ['ours', 'sdk'] });
});

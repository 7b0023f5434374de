import { expect, it } from 'vitest';
import { planRound } from '../src/plan.ts';

const chosen = { rows: ['sequential', 'deadlines', 'answers'], clients: ['ours', 'sdk', 'limit'], isQuick: true };

it('lets the clients take turns, and begins each round with another one', () => {
  const first = planRound(chosen, 1);
  expect(first.slice(0, 3).map(({ client }) => client)).toEqual(['sdk', 'limit', 'ours']);
  expect(
    planRound(chosen, 2)
      .slice(0, 3)
      .map(({ client }) => client),
  ).toEqual(['limit', 'ours', 'sdk']);
  expect(first.filter(({ row }) => row === 'answers').map(({ variant }) => variant)).toEqual([1, 1, 1, 8, 8, 8]);
});

it('asks nobody for deadlines who has none', () => {
  const asked = planRound(chosen, 1).filter(({ row }) => row === 'deadlines');
  expect(asked.map(({ client }) => client).toSorted()).toEqual(['ours', 'sdk']);
});

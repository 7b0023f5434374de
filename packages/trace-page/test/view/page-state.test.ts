import { describe, expect, test } from 'vitest';
import { firstState, nextState } from '../../src/view/page-state.ts';
import { rowToFocus } from '../../src/view/row-focus.ts';

describe('what a reader chooses', () => {
  const deep = nextState(firstState('en'), { type: 'page', page: 4 });

  test('goes back to the first page when it changes which requests there are', () => {
    expect(nextState(deep, { type: 'filter', filter: { text: 'x' } }).page).toBe(0);
    expect(nextState(deep, { type: 'sort', column: 'tool' }).page).toBe(0);
    expect(nextState(deep, { type: 'page-size', pageSize: 25 }).page).toBe(0);
    expect(nextState(deep, { type: 'clear-filter' }).page).toBe(0);
    expect(nextState(deep, { type: 'language', language: 'zh-CN' }).page).toBe(4);
  });

  test('is given up by selecting it again', () => {
    const selected = nextState(deep, { type: 'select', key: 7 });
    expect(selected.selected).toBe(7);
    expect(nextState(selected, { type: 'select', key: 7 }).selected).toBeUndefined();
    expect(nextState(selected, { type: 'select', key: 8 }).selected).toBe(8);
  });

  test('adds up in a filter', () => {
    const one = nextState(deep, { type: 'filter', filter: { text: 'x' } });
    expect(nextState(one, { type: 'filter', filter: { server: 's' } }).filter).toEqual({ text: 'x', server: 's' });
  });
});

test('keys go from row to row, and not beyond the ends', () => {
  expect(
    ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', 'a'].map((key) => rowToFocus(key, 15, 30)),
  ).toEqual([16, 14, 25, 5, 0, 29, undefined]);
  expect(rowToFocus('ArrowDown', 29, 30)).toBe(29);
  expect(rowToFocus('ArrowUp', 0, 30)).toBe(0);
  expect(rowToFocus('End', 0, 0)).toBeUndefined();
});

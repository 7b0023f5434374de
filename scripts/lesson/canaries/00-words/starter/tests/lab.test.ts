import { expect, test } from 'vitest';
import { clean, initials, longest } from '../src/words.ts';

test('the longest word is found', { meta: { id: 'longest' } }, ({ task }) => {
  const words = clean(' ant  beetle cat ');
  Object.assign(task.meta, { evidence: { words: words.length } });
  expect(longest(words), 'the longest word').toBe('beetle');
});

test('initials are joined', { meta: { id: 'initials' } }, ({ task }) => {
  const words = clean(' ant  beetle cat ');
  Object.assign(task.meta, { evidence: { words: words.length } });
  expect(initials(words), 'the first letters').toBe('abc');
});

import { expect, test } from 'vitest';
import { clean, total } from '../src/words.ts';

test('letters are counted', { meta: { id: 'total' } }, ({ task }) => {
  const words = clean(' ant  beetle cat ');
  Object.assign(task.meta, { evidence: { words: words.length } });
  expect(total(words), 'all letters').toBe(12);
});

import { reportEvidence, someText } from '@coding-agent/fixture-servers/lab';
import { expect, test } from 'vitest';
import { shout, wordsOf } from '../src/lesson.ts';
import { errorOf, prepare, valueOf } from './support/lab.ts';

// AUTHOR(2): the tests: each fails for one reason, each assertion says in words what is wrong, ids stay for ever
test('a line is said in capitals', { meta: { id: 'loud' } }, async (context) => {
  prepare(context);
  const [first, second] = [someText('hello'), someText('world')];
  const line = `  ${first}   ${second} `;
  // AUTHOR(5): evidence: what the starter has really done before it meets the gap
  reportEvidence(context, { words: wordsOf(line).length });
  const said = await valueOf(shout(line), 'shout() of two words');
  expect(said, 'two words in capitals').toBe(`${first} ${second}!`.toUpperCase());
});

test('a line without words is refused', { meta: { id: 'silence' } }, async (context) => {
  prepare(context);
  const line = '   ';
  reportEvidence(context, { words: wordsOf(line).length });
  const error = await errorOf(shout(line), 'NOTHING_TO_SAY', 'shout() without words');
  expect(error.message, 'the message says what is missing').toContain('word');
});

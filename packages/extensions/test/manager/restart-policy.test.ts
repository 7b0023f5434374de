import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultRestartPolicy as policy, delayAfter, judge, noFailures } from '../../src/manager/restart-policy.ts';
import type { FailureFacts, FailureHistory, Verdict } from '../../src/manager/restart-policy.ts';

const crash: FailureFacts = { kind: 'crash', now: 0, identity: 'abc', random: 0.5 };

/** What follows from one failure after the other. */
function judgeAll(facts: readonly Partial<FailureFacts>[]): {
  readonly verdicts: Verdict[];
  readonly history: FailureHistory;
} {
  let history = noFailures;
  const verdicts = facts.map((one) => {
    const judged = judge(history, { ...crash, ...one }, policy);
    history = judged.history;
    return judged.verdict;
  });
  return { verdicts, history };
}

test('each wait is twice the one before, and none is over a minute', () => {
  const waits = Array.from({ length: 12 }, (_, index) => delayAfter(index + 1, 0.5, policy));
  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000, 60_000, 60_000]);
});

test('chance moves a wait by a fifth at most, and never over the cap', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (inRow, random) => {
      const plain = Math.min(60_000, 500 * 2 ** (inRow - 1));
      const delay = delayAfter(inRow, random, policy);
      expect(delay).toBeGreaterThanOrEqual(Math.floor(0.8 * plain));
      expect(delay).toBeLessThanOrEqual(Math.min(60_000, Math.ceil(1.2 * plain)));
    }),
  );
  expect(delayAfter(1, 0, policy)).toBe(400);
  expect(delayAfter(1, 1, policy)).toBe(600);
});

test('the fifth crash within five minutes is the last', () => {
  const { verdicts } = judgeAll([0, 1_000, 2_000, 3_000, 4_000].map((now) => ({ now })));
  expect(verdicts.map(({ what }) => what)).toEqual(['retry', 'retry', 'retry', 'retry', 'quarantine']);
  expect(verdicts.at(-1)).toEqual({ what: 'quarantine', identity: 'abc', failures: 5 });
});

test('crashes that are more than five minutes old do not count, but the waits stay long', () => {
  const { verdicts, history } = judgeAll(Array.from({ length: 20 }, (_, index) => ({ now: index * 100_000 })));
  expect(new Set(verdicts.map(({ what }) => what))).toEqual(new Set(['retry']));
  expect(history.crashes).toHaveLength(3);
  expect(verdicts.at(-1)).toEqual({ what: 'retry', until: 1_900_000 + 60_000 });
});

// github.com/can1357/oh-my-pi/issues/1596: a handshake reset the counter, 66,487 starts.
test.for([
  ['a minute up and a good call', { since: 0, isUseful: true }, 60_000, 1],
  ['a minute up without a call', { since: 0, isUseful: false }, 60_000, 3],
  ['a good call in less than a minute', { since: 0, isUseful: true }, 59_999, 3],
  ['a handshake', { since: 59_950, isUseful: false }, 60_000, 3],
] as const)('after %s the failures in a row are counted right', ([, life, now, inRow]) => {
  expect(judgeAll([{ now: -2 }, { now: -1 }, { now, life }]).history.inRow).toBe(inRow);
});

test('a missing program is no crash: it is not tried again by itself, and not put into quarantine', () => {
  const { verdicts, history } = judgeAll(Array.from({ length: 10 }, (_, now) => ({ kind: 'setup', now }) as const));
  expect(verdicts.at(-1)).toEqual({ what: 'hold', until: 9 + 30_000 });
  expect(new Set(verdicts.map(({ what }) => what))).toEqual(new Set(['hold']));
  expect(history.crashes).toEqual([]);
});

test('a host without room for processes waits longer and longer, and blames nobody', () => {
  const { verdicts, history } = judgeAll(Array.from({ length: 10 }, (_, now) => ({ kind: 'exhausted', now }) as const));
  expect(new Set(verdicts.map(({ what }) => what))).toEqual(new Set(['retry']));
  expect(history).toEqual({ identity: 'abc', inRow: 10, crashes: [] });
});

test('a deliberate end and a closed gate count for nothing', () => {
  const { verdicts, history } = judgeAll([{}, { kind: 'deliberate' }, { kind: 'gate' }]);
  expect(verdicts.slice(1)).toEqual([{ what: 'rest' }, { what: 'rest' }]);
  expect(history.inRow).toBe(1);
});

test('another server under the same name begins anew', () => {
  const { verdicts } = judgeAll([...Array.from({ length: 4 }, (_, now) => ({ now })), { now: 4, identity: 'xyz' }]);
  expect(verdicts.at(-1)).toEqual({ what: 'retry', until: 4 + 500 });
});

test('a server whose identity nobody knows is never put into quarantine', () => {
  const { verdicts } = judgeAll(Array.from({ length: 9 }, (_, now) => ({ now, identity: undefined })));
  expect(new Set(verdicts.map(({ what }) => what))).toEqual(new Set(['retry']));
});

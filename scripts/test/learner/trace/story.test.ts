import { describe, expect, test } from 'vitest';
import type { JournalEvent } from '../../../learner/trace/journal.ts';
import { storyOf } from '../../../learner/trace/story.ts';
import { answer, asked, fromServer, given, journalOf, refused, request } from './support/journal-of.ts';

/** A story as lines: `A ask 2`, `A get 3 of B`, `drop 2 of A late`. */
function told(...events: readonly JournalEvent[]): string[] {
  return storyOf(journalOf(...events)).steps.map((step) => {
    switch (step.kind) {
      case 'scene':
        return `scene ${step.id}`;
      case 'request':
        return `${step.caller.name} ask ${step.line.id}`;
      case 'given':
        return `${step.caller.name} get ${step.line?.id} of ${step.owner?.name}`;
      case 'refused':
        return `${step.caller.name} refused ${step.code}`;
      case 'untold':
        return `${step.caller.name} untold`;
      case 'dropped':
        return `drop ${step.line.id} of ${step.caller.name}${step.isLate ? ' late' : ''}`;
      default:
        return step satisfies never;
    }
  });
}

function outcomes(...events: readonly JournalEvent[]): string[] {
  return storyOf(journalOf(...events)).callers.map(({ name, outcome }) => `${name} ${outcome}`);
}

const twoAsk = [asked('A'), asked('B'), request(2, 'A'), request(3, 'B')];
const answersOfTwo = [answer(3, 'B'), answer(2, 'A')];

describe('who was given whose answer', () => {
  test('each its own, in another order', () => {
    const events = [...twoAsk, ...answersOfTwo, given('B'), given('A')];
    expect(told(...events)).toEqual(['A ask 2', 'B ask 3', 'B get 3 of B', 'A get 2 of A']);
    expect(outcomes(...events)).toEqual(['A own', 'B own']);
  });

  test('swapped', () => {
    const events = [...twoAsk, ...answersOfTwo, given('A', 'B'), given('B', 'A')];
    expect(told(...events)).toEqual(['A ask 2', 'B ask 3', 'A get 3 of B', 'B get 2 of A']);
    expect(outcomes(...events)).toEqual(['A other', 'B other']);
  });

  test('an answer stands where the server sent it, however late its caller hears of it', () => {
    const [first, second] = answersOfTwo as [JournalEvent, JournalEvent];
    const slow = told(...twoAsk, first, second, given('B', 'A'), given('A', 'B'));
    const quick = told(...twoAsk, first, given('A', 'B'), second, given('B', 'A'));
    expect(slow).toEqual(quick);
  });

  test('the ids are not believed: one id for two requests, and ids that are texts', () => {
    expect(
      told(asked('A'), request(1, 'A'), refused('A'), asked('B'), request(1, 'B'), answer(1, 'A'), given('B', 'A')),
    ).toEqual(['A ask 1', 'A refused MCP_TIMEOUT', 'B ask 1', 'B get 1 of A']);
    expect(told(asked('A'), request('2', 'A'), answer('2', 'A'), given('A'))).toEqual(['A ask 2', 'A get 2 of A']);
  });

  test('what is no answer of the server is something else', () => {
    const events: JournalEvent[] = [asked('A'), request(2, 'A'), { event: 'given', caller: 'A', text: '42' }];
    expect(told(...events)).toEqual(['A ask 2', 'A get undefined of undefined']);
    expect(outcomes(...events)).toEqual(['A other']);
  });
});

describe('who was given none', () => {
  test('given up in time: what comes then is late, and rightly dropped', () => {
    const events = [asked('A'), request(2, 'A'), refused('A'), answer(2, 'A')];
    expect(told(...events)).toEqual(['A ask 2', 'A refused MCP_TIMEOUT', 'drop 2 of A late']);
    expect(outcomes(...events)).toEqual(['A gave-up']);
  });

  test('given up after the answer had come: it waited in vain, and the answer is lost', () => {
    const events = [asked('A'), request(2, 'A'), answer(2, 'A'), refused('A')];
    expect(told(...events)).toEqual(['A ask 2', 'drop 2 of A', 'A refused MCP_TIMEOUT']);
    expect(outcomes(...events)).toEqual(['A in-vain']);
  });

  test('told nothing at all: in vain; told something later all the same: that counts', () => {
    const untold: JournalEvent = { event: 'untold', caller: 'A' };
    expect(outcomes(asked('A'), request(2, 'A'), untold)).toEqual(['A in-vain']);
    expect(outcomes(asked('A'), request(2, 'A'), untold, answer(2, 'A'), given('A'))).toEqual(['A own']);
    expect(told(asked('A'), request(2, 'A'), untold)).toEqual(['A ask 2', 'A untold']);
  });

  test('an error of the server is an answer', () => {
    const error = fromServer({ id: 2, error: { code: -32602, message: 'no' } });
    const events = [asked('A'), request(2, 'A'), error, refused('A', 'MCP_ERROR')];
    expect(told(...events)).toEqual(['A ask 2', 'A refused MCP_ERROR']);
    expect(outcomes(...events)).toEqual(['A error']);
  });

  test('a call that never reached the pipe is in vain', () => {
    expect(outcomes(asked('A'), refused('A', 'NotImplementedError'))).toEqual(['A in-vain']);
  });
});

test.for([
  [[{ event: 'ended' }], { kind: 'ended' }],
  [[{ event: 'failed', name: 'Error', message: 'no' }], { kind: 'failed', name: 'Error', message: 'no' }],
  [[{ event: 'scene', id: 'x' }], { kind: 'stopped' }],
  [[], { kind: 'stopped' }],
] as const)('%j: the play is %j', ([events, end]) => {
  expect(storyOf(journalOf(...events)).end).toEqual(end);
});

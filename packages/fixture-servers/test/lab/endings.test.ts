import { describe, expect, test } from 'vitest';
import { endingsOf } from '../../src/lab/index.ts';

class LabError extends Error {
  override readonly name = 'LabError';
  readonly code: 'LATE' | 'LOST';

  constructor(code: 'LATE' | 'LOST') {
    super('the reason');
    this.code = code;
  }
}

const { watch, valueOf, errorOf } = endingsOf(LabError);

// L-04: errors are told apart by their codes.
describe('the ending of a promise', () => {
  test('is its value, or the error with the code that is asked for', async () => {
    expect(await valueOf(Promise.resolve(7), 'a call')).toBe(7);
    const error = new LabError('LATE');
    expect(await errorOf(Promise.reject(error), 'LATE', 'a call')).toBe(error);
  });

  test.for([
    [
      'an error instead of a value',
      () => valueOf(Promise.reject(new LabError('LOST')), 'a call'),
      /^a call: expected to succeed, but failed with LOST \(the reason\)$/,
    ],
    [
      'a value instead of an error',
      () => errorOf(Promise.resolve(7), 'LATE', 'a call'),
      /^a call: expected the error LATE, but succeeded with 7$/,
    ],
    [
      'another code',
      () => errorOf(Promise.reject(new LabError('LOST')), 'LATE', 'a call'),
      /^a call: failed with another code \(the reason\): expected 'LOST' to be 'LATE'/,
    ],
    [
      'no ending at all',
      () => watch(new Promise(() => {}), 'a call', 20).value(),
      /^a call: still pending after 20 ms$/,
    ],
  ] as const)('%s fails with a message that names what was watched', async ([, ask, message]) => {
    await expect(ask()).rejects.toThrow(message);
  });

  test('an error that is not of the lab is passed on as it is, whatever is asked for', async () => {
    const gap = new TypeError('not written yet');
    await expect(valueOf(Promise.reject(gap), 'a call')).rejects.toBe(gap);
    await expect(errorOf(Promise.reject(gap), 'LATE', 'a call')).rejects.toBe(gap);
  });

  test('nobody has to ask: a deadline that passes unasked is no unhandled error', async () => {
    watch(new Promise(() => {}), 'a forgotten call', 1);
    await expect(watch(new Promise(() => {}), 'another', 5).value()).rejects.toThrow('another');
  });
});

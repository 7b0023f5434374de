import { describe, expect, test } from 'vitest';
import { abortListeners, settlesWithin } from '../../src/testing/index.ts';

describe('settlesWithin', () => {
  test('tells how a promise settled', async () => {
    expect(await settlesWithin(Promise.resolve(1), 1000, 'it')).toEqual({ status: 'fulfilled', value: 1 });
    const reason = new Error('no');
    expect(await settlesWithin(Promise.reject(reason), 1000, 'it')).toEqual({ status: 'rejected', reason });
  });

  test('names a promise that stays pending', async () => {
    await expect(settlesWithin(new Promise(() => {}), 5, 'the call')).rejects.toThrow(
      'the call: still pending after 5 ms',
    );
  });

  test('gives its timer back, however it ends', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((type) => type === 'Timeout').length;
    const before = timers();
    const settled = settlesWithin(Promise.resolve(), 60_000, 'it');
    expect(timers()).toBe(before + 1);
    await settled;
    expect(timers()).toBe(before);
  });
});

test('abortListeners counts who listens to a signal, once-listeners included', () => {
  const { signal } = new AbortController();
  const listener = () => {};
  expect(abortListeners(signal)).toBe(0);
  signal.addEventListener('abort', listener);
  signal.addEventListener('abort', () => {}, { once: true });
  signal.addEventListener('other', listener);
  expect(abortListeners(signal)).toBe(2);
  signal.removeEventListener('abort', listener);
  expect(abortListeners(signal)).toBe(1);
});

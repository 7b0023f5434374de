import { expect } from 'vitest';
import { settlesWithin } from '../testing/settles-within.ts';

/** Long enough for a busy machine. A promise that takes this long is not slow, it was forgotten. */
const longestWaitMs = 2_500;

/** An error of a lab: a stable code tells it from the others. */
export type CodedError = Error & { readonly code: string };

/** A promise that is looked at from the start, and asked later how it ended: in time, late, or never. */
export interface Watched<T, E extends CodedError> {
  /** Its value. Any error but one of the lab's own is passed on as it is: the gap of a starter, a typing error. */
  readonly value: () => Promise<T>;
  /** The lab's error with this code that it must end with. Any other kind of error is passed on as it is. */
  readonly error: (code: E['code']) => Promise<E>;
}

export interface Endings<E extends CodedError> {
  /** Starts to look at a promise. It may be asked at once, later, or never when an earlier check fails. */
  readonly watch: <T>(promise: PromiseLike<T>, what: string, deadlineMs?: number) => Watched<T, E>;
  /** `watch` and ask for the value at once. */
  readonly valueOf: <T>(promise: PromiseLike<T>, what: string) => Promise<T>;
  /** `watch` and ask for the error at once. */
  readonly errorOf: (promise: PromiseLike<unknown>, code: E['code'], what: string) => Promise<E>;
}

/**
 * How the tests of a lab wait: everything has a deadline of its own and a message in words, so that no test runs into the
 * runner's time-out, and one mistake can be told from another by what a test says. The messages are
 * `<what>: still pending after <ms> ms`, `<what>: expected to succeed, but failed with <code> (…)`,
 * `<what>: expected the error <code>, but succeeded with …` and `<what>: failed with another code (…)`.
 *
 * @param errorClass the lab's own error class; anything else that is thrown is not the test's to judge
 */
export function endingsOf<E extends CodedError>(errorClass: abstract new (...args: never[]) => E): Endings<E> {
  const watch: Endings<E>['watch'] = (promise, what, deadlineMs = longestWaitMs) => {
    const settled = settlesWithin(promise, deadlineMs, what);
    settled.catch(() => {}); // the deadline is for who asks
    return {
      value: async () => {
        const end = await settled;
        if (end.status === 'fulfilled') return end.value;
        const error: unknown = end.reason;
        if (!(error instanceof errorClass)) throw error;
        return expect.fail(`${what}: expected to succeed, but failed with ${error.code} (${error.message})`);
      },
      error: async (code) => {
        const end = await settled;
        if (end.status === 'fulfilled') {
          return expect.fail(`${what}: expected the error ${code}, but succeeded with ${JSON.stringify(end.value)}`);
        }
        const error: unknown = end.reason;
        if (!(error instanceof errorClass)) throw error;
        expect(error.code, `${what}: failed with another code (${error.message})`).toBe(code);
        return error;
      },
    };
  };
  return {
    watch,
    valueOf: (promise, what) => watch(promise, what).value(),
    errorOf: (promise, code, what) => watch(promise, what).error(code),
  };
}

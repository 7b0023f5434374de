import { settlesWithin } from '@coding-agent/fixture-servers/testing';
import { expect } from 'vitest';
import { McpClientError, type McpClientErrorCode } from '../../src/errors.ts';

/** Long enough for a busy machine. A promise that takes this long is not slow, it was forgotten. */
const DEADLINE_MS = 2_500;

/** A promise that is looked at from the start, and asked later how it ended: in time, late, or never. */
export interface Watched<T> {
  /** Its value. Any error but one of the client is passed on as it is. */
  readonly value: () => Promise<T>;
  /** The McpClientError with this code that it must end with. Any other kind of error is passed on as it is. */
  readonly error: (code: McpClientErrorCode) => Promise<McpClientError>;
}

/** Starts to look at a promise. It may be asked at once, later, or never when an earlier check fails. */
export function watch<T>(promise: Promise<T>, what: string, deadlineMs = DEADLINE_MS): Watched<T> {
  const settled = settlesWithin(promise, deadlineMs, what);
  settled.catch(() => {}); // the deadline is for who asks
  return {
    value: async () => {
      const end = await settled;
      if (end.status === 'fulfilled') return end.value;
      const error: unknown = end.reason;
      if (!(error instanceof McpClientError)) throw error;
      return expect.fail(`${what}: expected to succeed, but failed with ${error.code} (${error.message})`);
    },
    error: async (code) => {
      const end = await settled;
      if (end.status === 'fulfilled') {
        return expect.fail(`${what}: expected the error ${code}, but succeeded with ${JSON.stringify(end.value)}`);
      }
      const error: unknown = end.reason;
      if (!(error instanceof McpClientError)) throw error;
      expect(error.code, `${what}: failed with another code (${error.message})`).toBe(code);
      return error;
    },
  };
}

/** `watch` and ask at once. */
export function valueOf<T>(promise: Promise<T>, what: string): Promise<T> {
  return watch(promise, what).value();
}

/** `watch` and ask at once. */
export function errorOf(promise: Promise<unknown>, code: McpClientErrorCode, what: string): Promise<McpClientError> {
  return watch(promise, what).error(code);
}

import { settlesWithin } from '@coding-agent/fixture-servers/testing';
import { expect } from 'vitest';
import { McpClientError, type McpClientErrorCode } from '../../src/errors.ts';

/** Long enough for a busy machine. A promise that takes this long is not slow, it was forgotten. */
const DEADLINE_MS = 2_500;

/**
 * Looks at the promise from now on and says later how it ended. Unlike the bare promise it may be awaited late, or never
 * when an earlier check fails.
 */
export function ending<T>(
  promise: Promise<T>,
  what: string,
  deadlineMs = DEADLINE_MS,
): Promise<PromiseSettledResult<T>> {
  const settled = settlesWithin(promise, deadlineMs, what);
  settled.catch(() => {});
  return settled;
}

/** What the promise brings; its own error when it fails; an error naming `what` when it never ends. */
export async function valueOf<T>(promise: Promise<T>, what: string): Promise<T> {
  return valueIn(await ending(promise, what));
}

/** The value of an ending seen before. */
export function valueIn<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}

/** The McpClientError with this code that the promise must end with. Any other error is passed on as it is. */
export async function errorOf(
  promise: Promise<unknown>,
  code: McpClientErrorCode,
  what: string,
): Promise<McpClientError> {
  const settled = await ending(promise, what);
  if (settled.status === 'fulfilled') {
    return expect.fail(`${what}: expected the error ${code}, but it succeeded with ${JSON.stringify(settled.value)}`);
  }
  const error: unknown = settled.reason;
  if (!(error instanceof McpClientError)) throw error;
  expect(error.code, `${what}: the error has another code (its message: ${error.message})`).toBe(code);
  return error;
}

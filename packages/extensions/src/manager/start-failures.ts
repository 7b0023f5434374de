import type { Failure } from '../errors.ts';

/** Nobody wants the start any more. */
export const givenUp: Failure = {
  code: 'MCP_ABORTED',
  message: 'the start was given up',
  abortedBy: 'shutdown',
  outcome: 'not-sent',
};

export function preparationLate(prepareMs: number): Failure {
  return {
    code: 'MCP_SPAWN_FAILED',
    message: `the start could not be prepared within ${prepareMs} ms`,
    errno: 'ETIMEDOUT',
    outcome: 'not-sent',
  };
}

export function isFailure(reason: unknown): reason is Failure {
  return typeof reason === 'object' && reason !== null && 'code' in reason;
}

import type { Failure } from '../errors.ts';

/** For whoever wants a server that failed too often, as it is. */
export function quarantinedFailure({
  cause,
  failures,
}: {
  readonly cause: string;
  readonly failures: number;
}): Failure {
  return {
    code: 'MCP_QUARANTINED',
    message: `the server is in quarantine after ${failures} failures; the last one: ${cause}`,
    failures,
    outcome: 'not-sent',
  };
}

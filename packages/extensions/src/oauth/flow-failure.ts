import type { Failure } from '../errors.ts';
import { HttpFailure } from '../http/http-failure.ts';
import { allWordsOf } from '../wire/printable.ts';
import type { FlowSecrets } from './flow-secrets.ts';

/**
 * A request of a flow that failed, or was not made. A `TypeError`, as of `fetch`: the SDK takes anything else for a server
 * that has no such document, and goes on with an authorization server of its own choice.
 */
export class FlowRequestFailure extends TypeError {
  override readonly name = 'FlowRequestFailure';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Refused by us: the flow does not go on. */
export function refusal(message: string): HttpFailure {
  return new HttpFailure({ code: 'MCP_UNAUTHORIZED', message: `the authorization failed: ${message}` });
}

/** What a flow threw, as a failure of the message that it was for. */
export function failureOf(error: unknown, secrets: FlowSecrets): HttpFailure {
  if (error instanceof HttpFailure) return error;
  if (error instanceof FlowRequestFailure) {
    return new HttpFailure({ ...error.failure, message: `the authorization failed: ${error.message}` });
  }
  const message = `the authorization failed: ${secrets.shown(allWordsOf(error, 'for no reason that can be shown'))}`;
  return new HttpFailure({ code: 'MCP_UNAUTHORIZED', message, cause: error });
}

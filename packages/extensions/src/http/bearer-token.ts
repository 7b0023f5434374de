import { SharedAttempt } from '../base/shared-attempt.ts';
import { McpClientError } from '../errors.ts';
import type { HttpAuthorization } from './authorization.ts';

/** A question for a token. */
export interface TokenRequest {
  /** The server has refused the token that was given last: another one is needed, not the same from a cache. */
  readonly isRefused: boolean;
  /** Nobody waits for it any more. */
  readonly signal: AbortSignal;
}

/** Gives a token without its scheme; undefined: there is none, and the message goes without; '' is an error. May reject. */
export type TokenSource = (request: TokenRequest) => string | undefined | Promise<string | undefined>;

/** RFC 6750, 2.1. */
const bearer = /^[A-Za-z0-9\-._~+/]+=*$/;

/**
 * The right to speak by a bearer token, from wherever secrets are kept: `authorization: bearerToken(() => vault.read('x'))`.
 * The source is asked when the first message is sent, and again when the server answers 401; the message is then sent once
 * more, if the new token is another one. Messages at the same time ask once. The token is sent to the client's `url` alone,
 * and is in no error. An error of the source ends the message with `MCP_UNAUTHORIZED`, and the next one asks again.
 *
 * @throws McpClientError `MCP_INVALID_CONFIG`, when the source is no function
 */
export function bearerToken(source: TokenSource): HttpAuthorization {
  if (typeof source !== 'function') {
    throw new McpClientError('MCP_INVALID_CONFIG', 'bearerToken: should be given a function that gives the token');
  }
  let token: string | undefined;
  let isKnown = false;
  let asking: SharedAttempt<void> | undefined;
  const ask = async (isRefused: boolean, signal: AbortSignal): Promise<void> => {
    const given = await source({ isRefused, signal });
    if (given === '') throw new Error('the token is empty: undefined says that there is none');
    if (given !== undefined && (typeof given !== 'string' || !bearer.test(given))) {
      throw new Error('the token should be a string of letters, digits and -._~+/, without its scheme');
    }
    token = given;
    isKnown = true;
  };
  const shared = (isRefused: boolean, signal: AbortSignal): Promise<void> => {
    if (asking?.isAbandoned !== false) {
      const own = new SharedAttempt((nobodyWaits) =>
        ask(isRefused, nobodyWaits).finally(() => {
          if (asking === own) asking = undefined;
        }),
      );
      asking = own;
    }
    return asking.join(signal, () => new Error('the token was not there in time'));
  };
  return {
    header: async (signal) => {
      if (!isKnown) await shared(false, signal);
      return token === undefined ? undefined : `Bearer ${token}`;
    },
    refused: async ({ status, signal }) => {
      if (status !== 401) return false;
      const before = token;
      await shared(true, signal);
      return token !== before;
    },
  };
}

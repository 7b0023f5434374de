import {
  computeScopeUnion,
  extractWWWAuthenticateParams,
  isStrictScopeSuperset,
  type AuthOptions,
  type AuthResult,
} from '@modelcontextprotocol/client';
import { systemClock, type Clock } from '../base/clock.ts';
import { SharedAttempt } from '../base/shared-attempt.ts';
import { untilAborted } from '../base/until-aborted.ts';
import { errorFrom } from '../errors.ts';
import type { HttpAuthorization, HttpChallenge } from '../http/authorization.ts';
import { HttpFailure } from '../http/http-failure.ts';
import { readCallback } from './callback.ts';
import { refusal } from './flow-failure.ts';
import { redirectTo, runFlow, type Redirect } from './flow.ts';
import { resolveOAuthOptions, type OAuthOptions, type ResolvedOAuthOptions } from './oauth-options.ts';
import { pendingMs, type PendingAuthorization } from './pending-authorization.ts';
import { Tries } from './tries.ts';

/** An authorization by OAuth: the tokens of a provider, and the flow that gets them. */
export interface OAuthAuthorization extends HttpAuthorization {
  /**
   * Ends an authorization that a person was sent away for: the code that came back to the redirect URI, and its `iss` if
   * there was one. Whoever calls it has compared `state`. Also in another process than the one that began it, if the
   * provider keeps the discovery state and the verifier. Not beside `callback`, which does the same.
   *
   * @throws McpClientError `MCP_UNAUTHORIZED`, `MCP_CONNECTION_FAILED`; never with the code or a token in it
   */
  readonly finish: (code: string, iss?: string) => Promise<void>;
  /**
   * The same with the whole address that the browser was sent back to: `state`, `iss` and `error` in it are looked at. Only
   * in the process that began it.
   *
   * @throws McpClientError as `finish`
   */
  readonly finishFrom: (callback: string | URL) => Promise<void>;
}

/**
 * The right to speak with a server by OAuth 2.1, for `authorization` of the client's options. The bearer token of the
 * provider goes with every message. An answer of 401, or of 403 `insufficient_scope`, starts the flow of
 * `@modelcontextprotocol/client`: discovery, registration, PKCE, refresh, step-up. Challenges at the same time share one
 * flow; who takes a message back stops waiting alone. When a person has to be asked, the provider is given the address,
 * and the message ends with `MCP_UNAUTHORIZED`, or waits for `callback`. No token, code or secret is in any error.
 * Source: MCP 2026-07-28 and 2025-11-25, basic/authorization.
 *
 * @throws McpClientError `MCP_INVALID_CONFIG`
 */
export function oauthAuthorization(options: OAuthOptions): OAuthAuthorization {
  return new OAuthTokens(resolveOAuthOptions(options), systemClock);
}

/** What a challenge asks for. */
interface Wanted {
  readonly scope: string | undefined;
  readonly resourceMetadataUrl: URL | undefined;
  readonly forceReauthorization: boolean;
}

/** Among scopes, which hold no blank at their beginning. */
const refusedAtOnce = ' 401';

class OAuthTokens implements OAuthAuthorization {
  readonly #options: ResolvedOAuthOptions;
  readonly #clock: Clock;
  readonly #tries: Tries;
  /** What was asked for so far: a new authorization loses none of it. */
  #scope: string | undefined;
  #pending: PendingAuthorization | undefined;
  #flow: SharedAttempt<boolean> | undefined;
  /** The flow before: two at once would use one refresh token twice. Never rejects. */
  #before: Promise<unknown> = Promise.resolve();

  constructor(options: ResolvedOAuthOptions, clock: Clock) {
    this.#options = options;
    this.#clock = clock;
    this.#tries = new Tries(clock);
  }

  get serverUrl(): URL {
    return this.#options.serverUrl;
  }

  readonly header = async (): Promise<string | undefined> => {
    const tokens = await this.#options.provider.tokens();
    if (!tokens) return undefined;
    if (!/^bearer$/i.test(tokens.token_type)) throw refusal('the token is no bearer token, and others are not sent');
    return `Bearer ${tokens.access_token}`;
  };

  readonly refused = async (challenge: HttpChallenge): Promise<boolean> => {
    if (this.#flow?.isAbandoned !== false) {
      const flow: SharedAttempt<boolean> = new SharedAttempt(async (signal) => {
        try {
          return await this.#answerInTurn(challenge, signal);
        } finally {
          if (this.#flow === flow) this.#flow = undefined;
        }
      });
      this.#flow = flow;
    }
    return this.#flow.join(challenge.signal, tooLate);
  };

  readonly finish = (code: string, iss?: string): Promise<void> => this.#finished(() => this.#exchange(code, iss));

  readonly finishFrom = (callback: string | URL): Promise<void> => this.#finished(() => this.#exchangeFrom(callback));

  /** For a caller of ours, who knows nothing of messages and their failures. */
  async #finished(exchange: () => Promise<void>): Promise<void> {
    try {
      await this.#inTurn(exchange);
    } catch (error) {
      throw error instanceof HttpFailure ? errorFrom(error.failure) : error;
    }
  }

  async #answerInTurn(challenge: HttpChallenge, signal: AbortSignal): Promise<boolean> {
    const refused = await this.header();
    return this.#inTurn(async () => {
      if (signal.aborted) throw tooLate();
      // The flow before may have got another token for somebody who does not wait any more.
      return (await this.header()) !== refused || this.#answer(challenge, signal);
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#before.then(work);
    this.#before = done.catch(() => {});
    return done;
  }

  async #answer(challenge: HttpChallenge, signal: AbortSignal): Promise<boolean> {
    const wanted = await this.#wantedBy(challenge);
    if (wanted === undefined) return false;
    this.#scope = wanted.scope;
    const pending = await this.#pendingFor(wanted, challenge);
    // The same address once more: with another one, a person who is there already would come back with the wrong code.
    if (pending !== undefined) await redirectTo(pending.url, this.#options.provider, signal);
    else if ((await this.#authorize(wanted, signal)) === 'AUTHORIZED') return true;
    const { callback } = this.#options;
    if (callback === undefined) throw unfinished(challenge.status);
    await this.#exchangeFrom(await untilAborted(callback(signal), signal, tooLate));
    return true;
  }

  /** Somebody is at it, and there is no other way. */
  async #pendingFor({ scope }: Wanted, { status }: HttpChallenge): Promise<PendingAuthorization | undefined> {
    const pending = this.#pending;
    if (pending === undefined || pending.scope !== scope || this.#clock.now() - pending.at >= pendingMs)
      return undefined;
    const tokens = await this.#options.provider.tokens();
    return status === 401 && tokens?.refresh_token !== undefined ? undefined : pending;
  }

  /** Undefined: nothing that a flow could help with. */
  async #wantedBy({ status, attempt, wwwAuthenticate }: HttpChallenge): Promise<Wanted | undefined> {
    const headers = wwwAuthenticate === undefined ? {} : { 'WWW-Authenticate': wwwAuthenticate };
    const { error, scope: asked, resourceMetadataUrl } = extractWWWAuthenticateParams(new Response(null, { headers }));
    if (status === 401) {
      // What the flow has just got is refused as well: another one would get no better.
      if (attempt > 0) this.#tries.add(refusedAtOnce);
      if (attempt > 0 || this.#tries.isSpent(refusedAtOnce)) return undefined;
      return { scope: computeScopeUnion(this.#scope, asked), resourceMetadataUrl, forceReauthorization: false };
    }
    if (error !== 'insufficient_scope') return undefined;
    const granted = (await this.#options.provider.tokens())?.scope;
    const scope = computeScopeUnion(this.#scope, granted, asked);
    const what = scope ?? '';
    if (this.#tries.isSpent(what)) return undefined;
    this.#tries.add(what);
    // A refresh never widens what was granted (RFC 6749, 6).
    return { scope, resourceMetadataUrl, forceReauthorization: isStrictScopeSuperset(scope, granted) };
  }

  #authorize({ scope, ...wanted }: Wanted, signal: AbortSignal): Promise<AuthResult> {
    const { resourceMetadataUrl, forceReauthorization } = wanted;
    const onRedirect = ({ url, discovery }: Redirect): void => {
      const asked = url.searchParams.get('scope') ?? undefined;
      const state = url.searchParams.get('state') ?? undefined;
      this.#scope = computeScopeUnion(this.#scope, withoutOffline(asked));
      this.#pending = { url, state, scope: this.#scope, resourceMetadataUrl, discovery, at: this.#clock.now() };
    };
    return runFlow({
      options: this.#options,
      discovery: undefined,
      onRedirect,
      signal,
      auth: { ...asAuthOptions(scope, resourceMetadataUrl), forceReauthorization },
    });
  }

  async #exchangeFrom(callback: string | URL): Promise<void> {
    const pending = this.#pending;
    if (pending === undefined) {
      throw refusal('none is pending in this process: compare state yourself, and call finish(code, iss)');
    }
    const { code, iss } = readCallback(callback, pending);
    await this.#exchange(code, iss);
  }

  async #exchange(authorizationCode: string, iss: string | undefined): Promise<void> {
    const { scope, resourceMetadataUrl, discovery } = this.#pending ?? {};
    this.#pending = undefined; // a code is good for once
    await runFlow({
      options: this.#options,
      discovery: { recorded: discovery },
      onRedirect: () => {
        throw refusal('the code was refused: begin again');
      },
      signal: new AbortController().signal,
      auth: { ...asAuthOptions(scope, resourceMetadataUrl), authorizationCode, ...(iss !== undefined && { iss }) },
    });
  }
}

function asAuthOptions(
  scope: string | undefined,
  resourceMetadataUrl: URL | undefined,
): Pick<AuthOptions, 'scope' | 'resourceMetadataUrl'> {
  return {
    ...(scope !== undefined && { scope }),
    ...(resourceMetadataUrl !== undefined && { resourceMetadataUrl }),
  };
}

/** Of the authorization server, not of the server: another one may not know it. */
function withoutOffline(scope: string | undefined): string | undefined {
  return scope
    ?.split(' ')
    .filter((token) => token !== 'offline_access')
    .join(' ');
}

function unfinished(httpStatus: 401 | 403): HttpFailure {
  const message =
    'somebody has to finish the authorization: the provider was given the address to open. Call finish(code, iss) or ' +
    'finishFrom(address) with what comes back to the redirect URI, then try again';
  return new HttpFailure({ code: 'MCP_UNAUTHORIZED', message, httpStatus });
}

function tooLate(): HttpFailure {
  return new HttpFailure({ code: 'MCP_UNAUTHORIZED', message: 'the authorization was not there in time' });
}

import type { IncomingMessage } from 'node:http';
import { createDeferred, type Deferred } from '../base/deferred.ts';
import { SharedAttempt } from '../base/shared-attempt.ts';
import { untilAborted } from '../base/until-aborted.ts';
import { wordsOf } from '../wire/printable.ts';
import { isAuthorization, withoutAuthorization, type HttpAuthorization, type HttpChallenge } from './authorization.ts';
import { isHeaderText } from './header-value.ts';
import { HttpFailure, takenBack } from './http-failure.ts';
import type { ResolvedHttpOptions } from './http-options.ts';
import type { HttpRequest, HttpRequests } from './http-requests.ts';
import { answersToAuthorized } from './refusal-words.ts';
import type { SentSecrets } from './sent-secrets.ts';

/** So often the same message is sent again because something else could be tried. */
const maxChallenges = 3;

/** One message, and whether anybody waits for what comes of it. */
export interface AuthorizedRequest extends HttpRequest {
  /** False: a refusal is taken as it is. Nobody is sent to a browser for what nobody asked for. */
  readonly mayAsk?: boolean;
}

/** Sends messages with the headers of the configuration and whoever has the right to speak. */
export class AuthorizedRequests {
  readonly #requests: HttpRequests;
  readonly #options: ResolvedHttpOptions;
  readonly #secrets: SentSecrets;
  /** Who was refused meanwhile waits for the same. */
  #asking: SharedAttempt<boolean> | undefined;
  /** Who was refused, and waits until others are not any more. */
  #awaited: Deferred<void> | undefined;

  constructor(requests: HttpRequests, options: ResolvedHttpOptions, secrets: SentSecrets) {
    this.#requests = requests;
    this.#options = options;
    this.#secrets = secrets;
  }

  /**
   * As `HttpRequests.send`. An answer of 401 or 403 comes back only when there is nothing else to be tried. Whoever is asked
   * for the right to speak may take for ever: the signal ends that too.
   *
   * @throws HttpFailure also `MCP_UNAUTHORIZED`, when whoever has the right to speak fails
   */
  async send({ mayAsk = true, ...request }: AuthorizedRequest): Promise<IncomingMessage> {
    const { authorization, headers } = this.#options;
    for (let challenges = 0; ; challenges += 1) {
      const used = authorization && (await this.#header(authorization, request.signal, challenges > 0));
      // A header of the configuration gives way to the one that is used now.
      const own = used === undefined ? headers : { ...withoutAuthorization(headers), Authorization: used };
      const answer = await this.#requests.send({ ...request, headers: { ...own, ...request.headers } });
      if (Object.keys(own).some(isAuthorization)) answersToAuthorized.add(answer);
      const { statusCode: status = 0 } = answer;
      if (request.method === 'POST' && status < 400) this.#taken();
      if ((status !== 401 && status !== 403) || authorization?.refused === undefined) return answer;
      if (!mayAsk || challenges >= maxChallenges) return answer;
      const { 'www-authenticate': wwwAuthenticate } = answer.headers;
      const challenge = { url: this.#options.url, status, wwwAuthenticate, attempt: challenges } as const;
      let goesOn = false;
      try {
        goesOn = await this.#refused(authorization, challenge, used, request.signal);
      } catch (error) {
        answer.destroy();
        throw error;
      }
      if (!goesOn) return answer;
      answer.destroy();
    }
  }

  /** Resolves when the server takes a message, from now on. */
  taken(): Promise<void> {
    this.#awaited ??= createDeferred<void>();
    return this.#awaited.promise;
  }

  #taken(): void {
    this.#awaited?.resolve();
    this.#awaited = undefined;
  }

  /** `isSent`: the message has left once already, and was refused. */
  async #header(authorization: HttpAuthorization, signal: AbortSignal, isSent: boolean): Promise<string | undefined> {
    try {
      const value = await until(signal, () => authorization.header(signal));
      if (value === undefined) return undefined;
      if (typeof value !== 'string' || !isHeaderText(value)) throw noHeader();
      this.#secrets.add(value);
      return value;
    } catch (error) {
      if (isSent || !(error instanceof HttpFailure)) throw error;
      throw new HttpFailure({ ...error.failure, outcome: 'not-sent' });
    }
  }

  async #refused(
    authorization: HttpAuthorization,
    challenge: Omit<HttpChallenge, 'signal'>,
    used: string | undefined,
    signal: AbortSignal,
  ): Promise<boolean> {
    const now = await this.#header(authorization, signal, true);
    if (this.#asking === undefined && now !== used) return true; // somebody was faster
    if (this.#asking === undefined || this.#asking.isAbandoned) this.#asking = this.#ask(authorization, challenge);
    const attempt = this.#asking;
    return until(signal, () => attempt.join(signal, takenBack));
  }

  /** One for all that were refused together: nobody's own signal ends it. */
  #ask(authorization: HttpAuthorization, challenge: Omit<HttpChallenge, 'signal'>): SharedAttempt<boolean> {
    const attempt: SharedAttempt<boolean> = new SharedAttempt(async (signal) => {
      try {
        return (await authorization.refused?.({ ...challenge, signal })) === true;
      } finally {
        if (this.#asking === attempt) this.#asking = undefined;
      }
    });
    return attempt;
  }
}

function noHeader(): HttpFailure {
  return new HttpFailure({ code: 'MCP_UNAUTHORIZED', message: 'the authorization gave what is no value of a header' });
}

/** What somebody says who may say it later, or never: no longer than anybody waits for it. */
async function until<T>(signal: AbortSignal, ask: () => T | Promise<T>): Promise<T> {
  if (signal.aborted) throw takenBack();
  try {
    return await untilAborted(Promise.resolve(ask()), signal, takenBack);
  } catch (error) {
    if (error instanceof HttpFailure) throw error;
    const message = `the authorization failed: ${wordsOf(error, 'for no reason that can be shown')}`;
    throw new HttpFailure({ code: 'MCP_UNAUTHORIZED', message, cause: error });
  }
}

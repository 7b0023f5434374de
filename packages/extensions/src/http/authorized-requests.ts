import type { IncomingMessage } from 'node:http';
import { addressSecrets } from './address-secrets.ts';
import type { HttpAuthorization, HttpChallenge } from './authorization.ts';
import { HttpFailure } from './http-failure.ts';
import type { ResolvedHttpOptions } from './http-options.ts';
import type { HttpRequest, HttpRequests } from './http-requests.ts';
import { wordsOf } from '../wire/printable.ts';

/** So often the same message is sent again because something else could be tried. */
const maxChallenges = 3;

/** Whoever was sent a token may say it back later, when there is a newer one: so many are known. */
const maxRemembered = 8;

/** Sends messages with the headers of the configuration and whoever has the right to speak. */
export class AuthorizedRequests {
  readonly #requests: HttpRequests;
  readonly #options: ResolvedHttpOptions;
  /** Who was refused meanwhile waits for the same. */
  #asking: Promise<boolean> | undefined;
  /** What was given as `Authorization` so far, the last ones. */
  readonly #used = new Set<string>();

  constructor(requests: HttpRequests, options: ResolvedHttpOptions) {
    this.#requests = requests;
    this.#options = options;
  }

  /** What the server was sent and nobody else is to see: it may say it back. With and without the scheme before it. */
  get secrets(): readonly string[] {
    const { headers, url } = this.#options;
    const values = [...Object.values(headers), ...this.#used];
    return [...values.flatMap((value) => [value, value.replace(/^[A-Za-z]+ +/, '')]), ...addressSecrets(url)];
  }

  /**
   * As `HttpRequests.send`. An answer of 401 or 403 comes back only when there is nothing else to be tried.
   *
   * @throws HttpFailure also `MCP_UNAUTHORIZED`, when whoever has the right to speak fails
   */
  async send(request: HttpRequest): Promise<IncomingMessage> {
    const { authorization, headers, url } = this.#options;
    for (let challenges = 0; ; challenges += 1) {
      const used = authorization && (await this.#ask(() => authorization.header(request.signal)));
      if (used !== undefined) this.#remember(used);
      const own = { ...without(headers, used), ...(used !== undefined && { Authorization: used }) };
      const answer = await this.#requests.send({ ...request, headers: { ...own, ...request.headers } });
      const { statusCode: status } = answer;
      if ((status !== 401 && status !== 403) || authorization?.refused === undefined) return answer;
      if (challenges >= maxChallenges) return answer;
      const { 'www-authenticate': wwwAuthenticate } = answer.headers;
      const challenge = { url, status, wwwAuthenticate, signal: request.signal } as const;
      if (!(await this.#refused(authorization, challenge, used))) return answer;
      answer.destroy();
    }
  }

  #remember(used: string): void {
    this.#used.delete(used);
    this.#used.add(used);
    const [oldest] = this.#used;
    if (this.#used.size > maxRemembered && oldest !== undefined) this.#used.delete(oldest);
  }

  async #refused(
    authorization: HttpAuthorization,
    challenge: HttpChallenge,
    used: string | undefined,
  ): Promise<boolean> {
    const now = await this.#ask(() => authorization.header(challenge.signal));
    if (this.#asking === undefined && now !== used) return true; // somebody was faster
    this.#asking ??= Promise.resolve(
      this.#ask(() => authorization.refused?.(challenge) ?? Promise.resolve(false)),
    ).finally(() => (this.#asking = undefined));
    return this.#asking;
  }

  async #ask<T>(ask: () => T | Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof HttpFailure) throw error;
      const message = `the authorization failed: ${wordsOf(error, 'for no reason that can be shown')}`;
      throw new HttpFailure({ code: 'MCP_UNAUTHORIZED', message, cause: error });
    }
  }
}

/** A header of the configuration gives way to the one that is used now. */
function without(headers: Readonly<Record<string, string>>, used: string | undefined): Record<string, string> {
  if (used === undefined) return headers;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization'));
}

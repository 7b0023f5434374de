/** A refusal that asks for authorization. */
export interface HttpChallenge {
  /** The address that refused. */
  readonly url: URL;
  readonly status: 401 | 403;
  /** `WWW-Authenticate`, as it came: untrusted. */
  readonly wwwAuthenticate: string | undefined;
  /** How often the same message was refused before, and sent again. A count from 0. */
  readonly attempt: number;
  /** Nobody waits for it any more. */
  readonly signal: AbortSignal;
}

/**
 * Whoever has the right to speak with a server. One for each server: what it gives is sent to that server's origin alone.
 */
export interface HttpAuthorization {
  /** The only server that it is for: a client of another one is refused. Missing: whatever the client's `url` is. */
  readonly serverUrl?: URL;
  /** The value of `Authorization` for the next message; undefined for none. Asked before each. May reject. */
  readonly header: (signal: AbortSignal) => string | undefined | Promise<string | undefined>;
  /**
   * The server refused. True: there is something else to be tried now. Shared by all messages that were refused together;
   * who takes a message back stops waiting alone. Missing: nothing can be done. May reject.
   */
  readonly refused?: (challenge: HttpChallenge) => Promise<boolean>;
}

/** The value of `Authorization` among headers. */
export function authorizationIn(headers: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(headers).find(([name]) => isAuthorization(name))?.[1];
}

/** The same headers without `Authorization`. */
export function withoutAuthorization(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isAuthorization(name)));
}

/** It is the header that says who may speak, in whatever letters. */
export function isAuthorization(name: string): boolean {
  return name.toLowerCase() === 'authorization';
}

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

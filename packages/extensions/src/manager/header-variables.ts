import { isAuthorization } from '../http/authorization.ts';
import type { HttpServer } from './server-config.ts';

/** A header whose value is a variable of the host. */
export interface HeaderVariable {
  /** For a message: `bearerTokenEnv`, `headersFromEnv.X-Key`. */
  readonly where: string;
  readonly header: string;
  readonly variable: string;
  /** Before the value. */
  readonly scheme: string;
}

/** The variables that a server is named for its headers. That of `bearerTokenEnv` is needed by nobody where `Authorization` is written. */
export function headerVariables(server: HttpServer): HeaderVariable[] {
  const { headersFromEnv, bearerTokenEnv } = server;
  const named = Object.entries(headersFromEnv).map(([header, variable]) => ({
    where: `headersFromEnv.${header}`,
    header,
    variable,
    scheme: '',
  }));
  if (bearerTokenEnv === undefined || writtenAuthorization(server) !== undefined) return named;
  return [...named, { where: 'bearerTokenEnv', header: 'Authorization', variable: bearerTokenEnv, scheme: 'Bearer ' }];
}

/** Where `Authorization` stands among the headers of an entry, if it does: it wins over `bearerTokenEnv`. */
export function writtenAuthorization({
  headers = {},
  headersFromEnv = {},
}: {
  readonly headers?: HttpServer['headers'] | undefined;
  readonly headersFromEnv?: HttpServer['headersFromEnv'] | undefined;
}): string | undefined {
  const written = Object.keys(headers).find(isAuthorization);
  if (written !== undefined) return `headers.${written}`;
  const named = Object.keys(headersFromEnv).find(isAuthorization);
  return named === undefined ? undefined : `headersFromEnv.${named}`;
}

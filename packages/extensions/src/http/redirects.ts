import type { IncomingMessage } from 'node:http';
import { HttpFailure } from './http-failure.ts';

/** So many redirects within the server's origin are followed. */
const maxRedirects = 3;

/** An answer that sends us elsewhere. */
export function isRedirect({ statusCode: status = 0 }: IncomingMessage): boolean {
  return status >= 300 && status <= 399 && status !== 304;
}

/**
 * Where the server wants to be asked instead: within its own origin, and by the same method.
 *
 * @throws HttpFailure `MCP_HTTP_ERROR`
 */
export function redirected(
  url: URL,
  { statusCode: status = 0, headers: { location } }: IncomingMessage,
  redirects: number,
): URL {
  const target = location !== undefined && URL.canParse(location, url.href) ? new URL(location, url) : undefined;
  const refused = (why: string): HttpFailure =>
    new HttpFailure({
      code: 'MCP_HTTP_ERROR',
      message: `the server answered HTTP ${status}, a redirect: ${why}`,
      httpStatus: status,
    });
  if (target === undefined) throw refused('it does not say where to');
  // The path is not shown: it may say a secret of ours back.
  if (target.origin !== url.origin) {
    const where = target.origin === 'null' ? target.protocol : target.origin;
    throw refused(`another origin (${where.slice(0, 100)}) is not followed; configure that address if it is right`);
  }
  if (status !== 307 && status !== 308) throw refused('only 307 and 308 keep the message, and are followed');
  if (redirects >= maxRedirects) throw refused(`more than ${maxRedirects} are not followed`);
  // Of a user name in it Node would make a header.
  target.username = '';
  target.password = '';
  return target;
}

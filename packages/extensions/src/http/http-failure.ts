import type { IncomingHttpHeaders } from 'node:http';
import { redact } from '../base/redact.ts';
import type { Failure } from '../errors.ts';
import { printable, wordsOf } from '../wire/printable.ts';

/** A failure on its way to the request that it is about. */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** An address without what may be secret in it. */
export function shownUrl({ origin, pathname }: URL): string {
  return printable(`${origin}${pathname}`, 200);
}

/** No connection, or it broke. `wasConnected` false: not a byte of the message has left. */
export function connectionFailure(error: unknown, url: URL, wasConnected: boolean): HttpFailure {
  if (error instanceof HttpFailure) return error;
  const { code: errno } = error as NodeJS.ErrnoException;
  const words = wordsOf(error, 'for no reason that can be shown') || String(errno);
  return new HttpFailure({
    code: 'MCP_CONNECTION_FAILED',
    message: wasConnected
      ? `the connection to ${shownUrl(url)} was lost: ${words}`
      : `no connection to ${shownUrl(url)}: ${words}`,
    ...(typeof errno === 'string' && { errno }),
    ...(!wasConnected && { outcome: 'not-sent' }),
    cause: error,
  });
}

/** The stream ended before the answer came. */
export function streamEnded(url: URL): HttpFailure {
  const message = `the stream of ${shownUrl(url)} ended without an answer`;
  return new HttpFailure({ code: 'MCP_CONNECTION_FAILED', message });
}

/** What came cannot be an answer. */
export function protocolFailure(what: string): HttpFailure {
  return new HttpFailure({ code: 'MCP_PROTOCOL_ERROR', message: what });
}

export function tooLarge(maxBytes: number): HttpFailure {
  const message = `an answer over HTTP is larger than ${maxBytes} bytes`;
  return new HttpFailure({ code: 'MCP_MESSAGE_TOO_LARGE', message });
}

/** Characters of an answer without a message that are shown. */
const shownBody = 160;

/** The server answered by a status alone. `body`: the beginning of what it said beside. */
export function statusFailure(
  { status, headers }: { readonly status: number; readonly headers: IncomingHttpHeaders },
  body: string,
  secrets: readonly string[],
): HttpFailure {
  const isUnauthorized = status === 401 || status === 403;
  const said = printable(redact(body.slice(0, 4 * shownBody), { values: secrets, truncated: false }).trim(), shownBody);
  const retryAfterMs = retryAfter(headers['retry-after']);
  return new HttpFailure({
    code: isUnauthorized ? 'MCP_UNAUTHORIZED' : 'MCP_HTTP_ERROR',
    message: `the server answered HTTP ${status}${said === '' ? '' : `: ${said}`}`,
    httpStatus: status,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}

/** `Retry-After`: seconds, or a date. Source: RFC 9110, 10.2.3. */
function retryAfter(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

import { maxTimerMs } from '../base/deadline.ts';
import type { Failure } from '../errors.ts';
import { printable, wordsOf } from '../wire/printable.ts';
import { otherPaths, refusalWords, type RefusalHead } from './refusal-words.ts';

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

const noTls = 'TLS is not spoken there: if that is the server that is meant, its address begins with http:';

/** What came instead of TLS was something else, mostly HTTP. OpenSSL's words name its own lines. */
function isNoTls(errno: unknown, words: string): boolean {
  if (typeof errno !== 'string' || !/^(?:EPROTO$|ERR_SSL_)/.test(errno)) return false;
  return /wrong.version.number|packet.length.too.long|unknown.protocol|http.request/i.test(`${errno} ${words}`);
}

/** No connection, or it broke. `wasConnected` false: not a byte of the message has left. */
export function connectionFailure(error: unknown, url: URL, wasConnected: boolean): HttpFailure {
  if (error instanceof HttpFailure) return error;
  const { code: errno } = error as NodeJS.ErrnoException;
  // The bytes that Node could not read: megabytes of the server's, with whatever it says back in them.
  if (typeof error === 'object' && error !== null) Reflect.deleteProperty(error, 'rawPacket');
  const said = wordsOf(error, 'for no reason that can be shown') || String(errno);
  const words = isNoTls(errno, said) ? noTls : said;
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

/** Nobody waits for it any more, and nothing of it was sent yet: for whoever is still on its way. */
export function takenBack(): HttpFailure {
  return new HttpFailure({ code: 'MCP_CONNECTION_FAILED', message: 'nobody waits for it any more' });
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

/** Each answer is as large as it may be, and all of them together are more than we keep. */
export function tooMuchAtOnce(): HttpFailure {
  const message = 'the answers that come at once are too large together: ask for fewer, or for less';
  return new HttpFailure({ code: 'MCP_MESSAGE_TOO_LARGE', message });
}

/** Of a refusal: where it came from, and what may not be said of it. */
interface RefusalContext {
  readonly url: URL;
  readonly secrets: readonly string[];
  /** What was asked for is at that address, as the server has said. */
  readonly isKnownPath?: boolean;
}

/** The server answered by a status alone. `body`: the beginning of what it said beside. */
export function statusFailure(head: RefusalHead, body: string, context: RefusalContext): HttpFailure {
  const { statusCode: status = 0, headers } = head;
  const { url, secrets, isKnownPath = false } = context;
  const isElsewhere = !isKnownPath && (status === 404 || status === 405);
  const words = `${refusalWords(head, body, secrets)}${isElsewhere ? otherPaths : ''}`;
  const retryAfterMs = retryAfter(headers['retry-after']);
  return new HttpFailure({
    code: status === 401 || status === 403 ? 'MCP_UNAUTHORIZED' : 'MCP_HTTP_ERROR',
    message: `the server answered HTTP ${status} at ${shownUrl(url)}${words}`,
    httpStatus: status,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}

/** A date as HTTP has them, in any of its three forms. */
const httpDate = /^(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?,? [-\w: ]{10,40}$/;

/**
 * `Retry-After`: seconds, or a date. At most what a timer can wait, so that whoever waits for it does wait. Source: RFC 9110,
 * 10.2.3.
 */
function retryAfter(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Math.min(maxTimerMs, Number(value) * 1000);
  if (!httpDate.test(value)) return undefined;
  const at = Date.parse(value.endsWith(' GMT') ? value : `${value} GMT`);
  return Number.isNaN(at) ? undefined : Math.min(maxTimerMs, Math.max(0, at - Date.now()));
}

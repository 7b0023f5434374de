import type { FetchLike } from '@modelcontextprotocol/client';
import { untilAborted } from '../base/until-aborted.ts';
import { isInternal, isLoopback } from '../http/addresses.ts';
import { readBody } from '../http/answer-body.ts';
import { HeldBytes } from '../http/held-bytes.ts';
import { connectionFailure, HttpFailure, shownUrl } from '../http/http-failure.ts';
import { HttpRequests } from '../http/http-requests.ts';
import { FlowRequestFailure } from './flow-failure.ts';
import type { FlowSecrets } from './flow-secrets.ts';
import type { ResolvedOAuthOptions } from './oauth-options.ts';

/** Bytes of an answer: metadata, a registration, tokens. */
const maxBytes = 256 * 1024;

/** Headers of an answer that the SDK reads. */
const passed = ['content-type', 'location', 'dpop-nonce'];

interface FlowRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal;
}

interface FlowAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** The requests of one flow: each is bounded in time and size, goes to an allowed address, and follows no redirect. */
export class FlowRequests {
  readonly #options: ResolvedOAuthOptions;
  readonly #secrets: FlowSecrets;
  readonly #signal: AbortSignal;
  /** A token was asked for, and no answer came, or one that says that the server cannot: nobody's credentials are wrong. */
  tokenFailure: FlowRequestFailure | undefined;

  constructor(options: ResolvedOAuthOptions, secrets: FlowSecrets, signal: AbortSignal) {
    this.#options = options;
    this.#secrets = secrets;
    this.#signal = signal;
  }

  /** As `fetch`, for the SDK. Rejects with a `FlowRequestFailure`. */
  readonly fetch: FetchLike = async (given, init = {}) => {
    const url = new URL(given);
    const { method = 'GET' } = init;
    if (method !== 'GET' && method !== 'POST') throw new TypeError(`no flow needs ${method}`);
    const body = textOf(init.body);
    const isToken = method === 'POST' && body?.includes('grant_type=') === true;
    const headers = Object.fromEntries(new Headers(init.headers));
    if (isToken) this.#secrets.addMembers(new URLSearchParams(body));
    if (headers['authorization'] !== undefined) this.#secrets.addHeader(headers['authorization']);
    const late = AbortSignal.timeout(this.#options.requestMs);
    // Who takes back a request for tokens loses those that the server has made, and often the old ones with them.
    const signal = isToken ? late : AbortSignal.any([late, this.#signal]);
    try {
      requireAllowed(url, this.#options);
      const sent = this.#send(url, { method, headers, body, signal });
      const answer = await untilAborted(sent, signal, () => new Error('nobody waits for it any more'));
      if (isToken && (answer.status >= 500 || answer.status === 429)) {
        this.tokenFailure = failure(`${shownUrl(url)} answered HTTP ${answer.status}`, answer.status);
      }
      return this.#readable(url, answer, method);
    } catch (error) {
      const failed = late.aborted ? tooSlow(url, this.#options.requestMs) : asFlowFailure(error, url);
      if (isToken) this.tokenFailure = failed;
      throw failed;
    }
  };

  #send(url: URL, request: FlowRequest): Promise<FlowAnswer> {
    const { fetch } = this.#options;
    return fetch === undefined ? this.#sendOurselves(url, request) : sendBy(fetch, url, request);
  }

  async #sendOurselves(url: URL, { method, headers, body, signal }: FlowRequest): Promise<FlowAnswer> {
    const { addresses, requestMs: connectMs } = this.#options;
    const common = { agent: undefined, maxConnections: 1, allowInsecure: false } as const;
    const requests = new HttpRequests({ ...common, url, addresses, connectMs });
    try {
      const own = { ...headers, 'Accept-Encoding': 'identity' };
      const request = { method, headers: own, signal, isUrgent: true, ...(body !== undefined && { body }) } as const;
      const answer = await requests.sendOnce(url, request);
      const { statusCode: status = 0 } = answer;
      const kept = passed.flatMap((name): [string, string][] => {
        const value = answer.headers[name];
        return typeof value === 'string' ? [[name, value]] : [];
      });
      return {
        status,
        headers: new Headers(kept),
        body: (await readBody(answer, { url, maxBytes, held: new HeldBytes(maxBytes) })).text,
      };
    } finally {
      await requests.close();
    }
  }

  /** The answer as the SDK may read it: what it shows of a refusal is cleaned before. */
  #readable(url: URL, { status, headers, body }: FlowAnswer, method: FlowRequest['method']): Response {
    const members = objectIn(body);
    const isFine = status >= 200 && status < 300 && members !== undefined && !('error' in members);
    if (isFine) {
      if (method === 'POST') this.#secrets.addMembers(Object.entries(members));
      return new Response(body, { status, headers });
    }
    // A page for people under any address is what some servers have: no document is there.
    if (status < 300 && method === 'GET') return new Response('', { status: 404 });
    if (status < 300 && members === undefined) throw failure(`${shownUrl(url)} did not answer by JSON`, status);
    const { error, error_description: description } = members ?? {};
    const said = {
      error: typeof error === 'string' ? this.#secrets.shown(error) : 'server_error',
      error_description: `HTTP ${status}: ${this.#secrets.shown(typeof description === 'string' ? description : body)}`,
    };
    return new Response(status === 304 ? null : JSON.stringify(said), { status, headers });
  }
}

/**
 * Where a flow may go: over TLS; in clear only within this machine, and only for a server that is on it: no other server makes
 * us speak with what listens here.
 *
 * @throws FlowRequestFailure
 */
export function requireAllowed(url: URL, options: Pick<ResolvedOAuthOptions, 'serverUrl' | 'addresses'>): void {
  const isClear = url.protocol === 'http:' && isLoopback(url) && isLoopback(options.serverUrl);
  if (url.protocol !== 'https:' && !isClear)
    throw failure(`${shownUrl(url)} is not asked: it should begin with https:`);
  if (url.username !== '' || url.password !== '') throw failure(`${shownUrl(url)} is not asked: it holds a password`);
  if (options.addresses === 'public' && isInternal(url)) {
    throw failure(`${shownUrl(url)} is not asked: an internal address, which addresses: "public" excludes`);
  }
}

async function sendBy(fetch: FetchLike, url: URL, { method, headers, body, signal }: FlowRequest): Promise<FlowAnswer> {
  const answer = await fetch(url, { method, headers, signal, redirect: 'manual', ...(body !== undefined && { body }) });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw failure(`${shownUrl(url)} answered with more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const kept = [...answer.headers].filter(([name]) => passed.includes(name));
  return { status: answer.status, headers: new Headers(kept), body: Buffer.concat(chunks).toString('utf8') };
}

function failure(message: string, httpStatus?: number): FlowRequestFailure {
  return new FlowRequestFailure({
    code: 'MCP_UNAUTHORIZED',
    message,
    ...(httpStatus !== undefined && { httpStatus }),
  });
}

function tooSlow(url: URL, ms: number): FlowRequestFailure {
  const message = `${shownUrl(url)} did not answer within ${ms} ms`;
  return new FlowRequestFailure({ code: 'MCP_CONNECTION_FAILED', message, errno: 'ETIMEDOUT' });
}

function asFlowFailure(error: unknown, url: URL): FlowRequestFailure {
  if (error instanceof FlowRequestFailure) return error;
  const { failure: found } = error instanceof HttpFailure ? error : connectionFailure(error, url, true);
  if (found.code !== 'MCP_CONNECTION_FAILED') return failure(`${shownUrl(url)}: ${found.message}`);
  const { outcome: _, ...rest } = found; // of another message than the one that waits
  return new FlowRequestFailure(rest);
}

function textOf(body: unknown): string | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string' || body instanceof URLSearchParams) return body.toString();
  throw new TypeError('a body of a flow is a text');
}

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

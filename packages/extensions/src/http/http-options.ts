import type { Agent } from 'node:http';
import { isTimerMs, maxTimerMs } from '../base/deadline.ts';
import { McpClientError } from '../errors.ts';
import { isInsecure, isInternal } from './addresses.ts';
import type { HttpAuthorization } from './authorization.ts';
import { isHeaderText } from './header-value.ts';

/** How to reach a server over HTTP. */
export interface HttpOptions {
  /** Where it is: `https:`, or `http:` for this machine. Without a fragment, user name or password. */
  readonly url: string | URL;
  /** Sent with every message; each value is a secret. Those of the protocol are not to be given. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whoever has the right to speak with the server. Its header wins over one of `headers`. */
  readonly authorization?: HttpAuthorization | undefined;
  /** Plain `http:` to other machines: everybody between reads and changes what is said. Default false. */
  readonly allowInsecure?: boolean | undefined;
  /**
   * The addresses that the server's name may lead to. `public`: none of this machine or of an internal network, for hosts
   * that reach what others told them; not with `agent`. Default `any`.
   */
  readonly addresses?: 'any' | 'public' | undefined;
  /** Makes the connections in another way (a proxy, a certificate of one's own). It stays the caller's, and is not closed. */
  readonly agent?: Agent | undefined;
  /** Milliseconds until a connection must stand, and until a server of 2024-11-05 must say where messages go. Default 10,000. */
  readonly connectMs?: number | undefined;
  /** Milliseconds that the end of a session may take (legacy era). Default 1,000. */
  readonly endMs?: number | undefined;
  /** Calls that may be under way at once; more wait. A count. Default 256. */
  readonly maxConnections?: number | undefined;
}

/** Bounds of what is kept of a server's answers. Their defaults are the client's. */
export interface HttpLimits {
  /** One message: the body of an answer, or an event. Bytes. 256 MiB at most. */
  readonly maxLineBytes: number;
  /** Objects, arrays and members in one message (a count). */
  readonly maxMessageValues: number;
  /** Bytes of messages that may be under way to the server. */
  readonly maxQueuedBytes: number;
}

/** The options with every default filled in, and copied. */
export interface ResolvedHttpOptions extends HttpLimits {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly authorization: HttpAuthorization | undefined;
  readonly allowInsecure: boolean;
  readonly addresses: 'any' | 'public';
  readonly agent: Agent | undefined;
  readonly connectMs: number;
  readonly endMs: number;
  readonly maxConnections: number;
  /** Who reads along what the server writes: each message as it came. Must not throw. */
  readonly onLine?: ((line: string, bytes: number) => void) | undefined;
}

/** A message becomes a text, and V8 has none longer than 512 MiB. */
const largestMessage = 256 * 1024 * 1024;

/** What the protocol or HTTP itself says. */
const reserved =
  /^(?:accept|accept-encoding|connection|content-(?:encoding|length|type)|expect|host|keep-alive|last-event-id|mcp-.*|te|trailer|transfer-encoding|upgrade)$/i;

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/**
 * Fills in the defaults and checks everything, without a look at the network.
 *
 * @throws McpClientError `MCP_INVALID_CONFIG`, naming the option and what it should be; never a header's value
 */
export function resolveHttpOptions(options: HttpOptions, limits: HttpLimits): ResolvedHttpOptions {
  const { headers = {}, authorization, allowInsecure = false, addresses = 'any', agent } = options;
  if (typeof allowInsecure !== 'boolean') throw invalid('allowInsecure', 'should be true or false');
  if (addresses !== 'any' && addresses !== 'public') throw invalid('addresses', 'should be "any" or "public"');
  const url = resolveUrl(options.url, allowInsecure);
  if (addresses === 'public' && isInternal(url))
    throw invalid('url', 'is an internal address, which addresses: "public" excludes');
  if (authorization !== undefined && typeof authorization?.header !== 'function') {
    throw invalid('authorization', 'should have a function named header');
  }
  if (authorization?.serverUrl !== undefined && withoutFragment(authorization.serverUrl).href !== url.href) {
    throw invalid('authorization', 'is for another server: its serverUrl should be the url');
  }
  if (agent !== undefined && typeof agent !== 'object') throw invalid('agent', 'should be an Agent of node:http');
  if (agent !== undefined && addresses === 'public') {
    throw invalid('addresses', 'cannot be "public" beside agent: who makes the connections decides where they lead');
  }
  const { maxLineBytes, maxMessageValues, maxQueuedBytes } = limits;
  if (maxLineBytes > largestMessage) throw invalid('maxLineBytes', `should be at most ${largestMessage}`);
  return {
    url,
    headers: resolveHeaders(headers),
    authorization,
    allowInsecure,
    addresses,
    agent,
    connectMs: milliseconds('connectMs', options.connectMs ?? 10_000),
    endMs: milliseconds('endMs', options.endMs ?? 1_000),
    maxConnections: count('maxConnections', options.maxConnections ?? 256),
    maxLineBytes,
    maxMessageValues,
    maxQueuedBytes,
  };
}

function resolveUrl(given: unknown, allowInsecure: boolean): URL {
  const text = given instanceof URL ? given.href : given;
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) throw invalid('url', 'should be a URL, for example https://example.com/mcp');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw invalid('url', 'should begin with https: or http:');
  if (url.username !== '' || url.password !== '') {
    throw invalid('url', 'should hold no user name or password: use headers or authorization');
  }
  if (!allowInsecure && isInsecure(url)) {
    throw invalid(
      'url',
      'should begin with https: (everybody between reads what is said; allowInsecure: true allows it)',
    );
  }
  return withoutFragment(url);
}

function withoutFragment(url: URL): URL {
  const bare = new URL(url);
  bare.hash = '';
  return bare;
}

function resolveHeaders(given: unknown): Record<string, string> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw invalid('headers', 'should be an object of strings');
  }
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(given as Record<string, unknown>)) {
    if (!token.test(name)) throw invalid('headers', 'should have names that HTTP knows: letters, digits and hyphens');
    if (reserved.test(name)) throw invalid(`headers.${name}`, 'is set by the client itself');
    if (typeof value !== 'string' || !isHeaderText(value)) {
      throw invalid(`headers.${name}`, 'should be a string of visible characters of Latin-1');
    }
    headers[name] = value;
  }
  return headers;
}

function milliseconds(name: string, value: unknown): number {
  if (!isTimerMs(value)) throw invalid(name, `should be whole milliseconds from 1 to ${maxTimerMs}`);
  return value;
}

function count(name: string, value: number): number {
  if (!Number.isSafeInteger(value) || value < 1) throw invalid(name, 'should be a whole number from 1');
  return value;
}

function invalid(option: string, what: string): McpClientError {
  return new McpClientError('MCP_INVALID_CONFIG', `${option} ${what}`);
}

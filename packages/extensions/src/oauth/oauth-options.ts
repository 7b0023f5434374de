import type { FetchLike, OAuthClientProvider } from '@modelcontextprotocol/client';
import { isTimerMs, maxTimerMs } from '../base/deadline.ts';
import { McpClientError } from '../errors.ts';
import { isLoopback } from '../http/addresses.ts';

/** Whose tokens, for which server, and how they are got. */
export interface OAuthOptions {
  /**
   * Who the client is, and where tokens, its registration and the PKCE verifier are kept: the host's, or one that
   * `@modelcontextprotocol/client` brings (`ClientCredentialsProvider`, `PrivateKeyJwtProvider`, …).
   */
  readonly provider: OAuthClientProvider;
  /** The `url` of the client. */
  readonly serverUrl: string | URL;
  /**
   * Waits for the address that the authorization server sends the browser back to, while the message waits for it. Missing:
   * the message ends with `MCP_UNAUTHORIZED`, and whoever gets that address calls `finish` or `finishFrom`.
   */
  readonly callback?: ((signal: AbortSignal) => Promise<string | URL>) | undefined;
  /** Makes the requests to authorization servers in another way (a proxy). Their addresses, sizes and times are bounded all the same. */
  readonly fetch?: FetchLike | undefined;
  /**
   * The addresses that names of authorization servers may lead to. `public`: none of this machine or of an internal
   * network. Default `any`. With a `fetch` of one's own only addresses that are written as such are looked at.
   */
  readonly addresses?: 'any' | 'public' | undefined;
  /** Milliseconds that one request to an authorization server may take. Default 10,000. */
  readonly requestMs?: number | undefined;
  /** Also authorization servers that do not say that they know PKCE (some of OpenID Connect do not). Default false. */
  readonly allowUnadvertisedPkce?: boolean | undefined;
}

/** The options with every default filled in, and copied. */
export interface ResolvedOAuthOptions {
  readonly provider: OAuthClientProvider;
  readonly serverUrl: URL;
  readonly callback: ((signal: AbortSignal) => Promise<string | URL>) | undefined;
  readonly fetch: FetchLike | undefined;
  readonly addresses: 'any' | 'public';
  readonly requestMs: number;
  readonly allowUnadvertisedPkce: boolean;
}

/** @throws McpClientError `MCP_INVALID_CONFIG`, naming the option and what it should be */
export function resolveOAuthOptions(options: OAuthOptions): ResolvedOAuthOptions {
  const { provider, callback, fetch, addresses = 'any', requestMs = 10_000, allowUnadvertisedPkce = false } = options;
  if (typeof provider?.tokens !== 'function' || typeof provider.clientInformation !== 'function') {
    throw invalid('provider', 'should be an OAuthClientProvider of @modelcontextprotocol/client');
  }
  for (const [name, value] of Object.entries({ callback, fetch })) {
    if (value !== undefined && typeof value !== 'function') throw invalid(name, 'should be a function');
  }
  if (addresses !== 'any' && addresses !== 'public') throw invalid('addresses', 'should be "any" or "public"');
  if (!isTimerMs(requestMs)) throw invalid('requestMs', `should be whole milliseconds from 1 to ${maxTimerMs}`);
  if (typeof allowUnadvertisedPkce !== 'boolean') throw invalid('allowUnadvertisedPkce', 'should be true or false');
  const serverUrl = resolveServerUrl(options.serverUrl);
  return { provider, serverUrl, callback, fetch, addresses, requestMs, allowUnadvertisedPkce };
}

/** A token in clear over a network is everybody's: here there is no `allowInsecure`. */
function resolveServerUrl(given: unknown): URL {
  const text = given instanceof URL ? given.href : given;
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) throw invalid('serverUrl', 'should be a URL, the url of the client');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url))) {
    throw invalid('serverUrl', 'should begin with https:, or with http: for this machine');
  }
  url.hash = '';
  return url;
}

function invalid(name: string, what: string): McpClientError {
  return new McpClientError('MCP_INVALID_CONFIG', `oauthAuthorization: ${name} ${what}`);
}

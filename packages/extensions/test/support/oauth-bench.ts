import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { TestContext } from 'vitest';
import type { HttpChallenge } from '../../src/http/authorization.ts';
import type { OAuthOptions } from '../../src/oauth/oauth-options.ts';
import { oauthAuthorization, type OAuthAuthorization } from '../../src/oauth/oauth-authorization.ts';
import { answerBy, httpClient, modernHttp, type HttpClientBench } from './http-client.ts';
import { httpServer, json, type Answer, type HttpServerBench, type ReceivedRequest } from './http-server.ts';
import { MemoryProvider } from './oauth-provider.ts';

/** What a test changes of the two servers. */
export interface OAuthScript {
  /** Members of the metadata of the authorization server, over the usual ones; undefined takes one out. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Members of the metadata of the server. */
  readonly resource?: Readonly<Record<string, unknown>>;
  /** Answers a request for tokens instead of the usual answer; false, also later: the usual one after all. */
  readonly token?: (form: URLSearchParams, response: ServerResponse) => unknown;
  /** Parameters of the way back, over the usual ones. */
  readonly callback?: Readonly<Record<string, string | undefined>>;
  /** The scopes that a message needs, separated by blanks. */
  readonly needs?: (method: string | undefined) => string | undefined;
  /** Answers a message of the client instead of the usual answer; false: the usual one after all. */
  readonly message?: (request: ReceivedRequest, response: ServerResponse) => unknown;
  /** Answers any request to the authorization server; false: the usual one after all. */
  readonly any?: (request: ReceivedRequest, response: ServerResponse) => unknown;
  /** A person who says yes at once, and whose browser comes back. */
  readonly person?: boolean;
  readonly options?: Partial<OAuthOptions>;
}

export interface OAuthBench extends HttpClientBench {
  readonly provider: MemoryProvider;
  readonly authorization: OAuthAuthorization;
  readonly issuer: string;
  readonly authorizationServer: HttpServerBench;
  /** Forms that asked for tokens, in order. */
  readonly forms: readonly URLSearchParams[];
  /** Where the browser comes back to when somebody says yes at this address. */
  readonly sayYes: (address: URL | undefined) => string;
  /** Takes a token back: the next message with it is refused. */
  readonly revoke: (token: string) => void;
}

/** A client with OAuth, its server, and the authorization server of that, which gives tokens with the scopes that are asked for. */
export async function oauthBench(
  context: Pick<TestContext, 'onTestFinished'>,
  script: OAuthScript = {},
): Promise<OAuthBench> {
  const forms: URLSearchParams[] = [];
  /** Scopes by token, and what a code was given for. */
  const scopes = new Map<string, string>();
  const asked = new Map<string, URLSearchParams>();
  let issued = 0;

  const grant = (response: ServerResponse, scope: string): void => {
    issued += 1;
    scopes.set(`access-token-${issued}`, scope);
    scopes.set(`refresh-token-${issued}`, scope);
    json(response, {
      access_token: `access-token-${issued}`,
      token_type: 'Bearer',
      refresh_token: `refresh-token-${issued}`,
      ...(scope !== '' && { scope }),
    });
  };
  const giveTokens = (form: URLSearchParams, response: ServerResponse): void => {
    const refreshed = scopes.get(form.get('refresh_token') ?? '');
    if (refreshed !== undefined) return grant(response, refreshed);
    const request = asked.get(form.get('code') ?? '');
    const digest = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (request?.get('code_challenge') !== digest) return json(response, { error: 'invalid_grant' }, 400);
    return grant(response, request.get('scope') ?? '');
  };
  const authorizationServer = await httpServer(context, (request, response) => {
    if (script.any !== undefined && script.any(request, response) !== false) return undefined;
    const { path, text } = request;
    if (path === '/.well-known/oauth-authorization-server') {
      return json(response, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        registration_endpoint: `${issuer}/register`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
        authorization_response_iss_parameter_supported: true,
        ...script.metadata,
      });
    }
    if (path === '/register') return json(response, { ...(JSON.parse(text) as object), client_id: 'client-1' }, 201);
    if (path !== '/token') return response.writeHead(404).end();
    const form = new URLSearchParams(text);
    forms.push(form);
    return void Promise.resolve(script.token === undefined ? false : script.token(form, response)).then((handled) => {
      if (handled === false) giveTokens(form, response);
    });
  });
  const issuer = new URL(authorizationServer.url).origin;

  const usual = answerBy(modernHttp);
  const answer: Answer = (request, response) => {
    const { path, headers, message } = request;
    if (path === '/.well-known/oauth-protected-resource/mcp') {
      return json(response, { resource: bench.server.url, authorization_servers: [issuer], ...script.resource });
    }
    if (script.message !== undefined && script.message(request, response) !== false) return undefined;
    const granted = scopes.get(headers.authorization?.replace('Bearer ', '') ?? '');
    if (granted === undefined) {
      return response.writeHead(401, { 'WWW-Authenticate': `Bearer scope="basic"` }).end('who are you?');
    }
    const needed = script.needs?.(message?.method);
    if (needed !== undefined && !needed.split(' ').every((scope) => granted.split(' ').includes(scope))) {
      const words = `Bearer error="insufficient_scope", scope="${needed}"`;
      return response.writeHead(403, { 'WWW-Authenticate': words }).end();
    }
    return usual(request, response);
  };

  const sayYes = (address: URL | undefined): string => {
    if (address === undefined) throw new Error('nobody was sent away');
    const code = `secret-code-${asked.size + 1}`;
    asked.set(code, address.searchParams);
    const back = new URL(address.searchParams.get('redirect_uri') ?? '');
    const state = address.searchParams.get('state') ?? undefined;
    for (const [name, value] of Object.entries({ code, state, iss: issuer, ...script.callback })) {
      if (value !== undefined) back.searchParams.set(name, value);
    }
    return back.href;
  };
  const provider = new MemoryProvider();
  // The address of the server is known when it listens: until then nobody asks.
  let authorization: OAuthAuthorization | undefined;
  const bench = await httpClient(context, answer, (url) => {
    authorization = oauthAuthorization({
      provider,
      serverUrl: url,
      ...(script.person === true && { callback: async () => sayYes(provider.opened.at(-1)) }),
      ...script.options,
    });
    return { authorization };
  });
  if (authorization === undefined) throw new Error('the client was made without options');
  const revoke = (token: string): void => void scopes.delete(token);
  return { ...bench, provider, authorization, issuer, authorizationServer, forms, sayYes, revoke };
}

/** What tokens were asked for by. */
export function asked(bench: OAuthBench): (string | null)[] {
  return bench.forms.map((form) => form.get('grant_type'));
}

/** What scopes somebody was asked for. */
export function scopesOf(bench: OAuthBench): (string | null)[] {
  return bench.provider.opened.map((url) => url.searchParams.get('scope'));
}

/** A message that the server refused for the first time. */
export function challengeOf({ server }: OAuthBench): HttpChallenge {
  const { signal } = new AbortController();
  return { url: new URL(server.url), status: 401, wwwAuthenticate: 'Bearer scope="basic"', attempt: 0, signal };
}

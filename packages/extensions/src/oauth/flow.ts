import {
  auth,
  type AuthOptions,
  type AuthResult,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
} from '@modelcontextprotocol/client';
import { untilAborted } from '../base/until-aborted.ts';
import { failureOf, refusal } from './flow-failure.ts';
import { FlowRequests, requireAllowed } from './flow-requests.ts';
import { FlowSecrets } from './flow-secrets.ts';
import type { ResolvedOAuthOptions } from './oauth-options.ts';
import { watchedProvider } from './watched-provider.ts';

/** A person is about to be sent to an authorization server. */
export interface Redirect {
  readonly url: URL;
  readonly discovery: OAuthDiscoveryState | undefined;
}

export interface FlowOptions {
  readonly options: ResolvedOAuthOptions;
  /** Of the way back with a code: what was found on the way there, which the code is bound to. Undefined: the way there. */
  readonly discovery: { readonly recorded: OAuthDiscoveryState | undefined } | undefined;
  /** Called before the provider is. May throw. */
  readonly onRedirect: (redirect: Redirect) => void;
  /** Nobody waits any more. */
  readonly signal: AbortSignal;
  readonly auth: Omit<AuthOptions, 'serverUrl' | 'fetchFn'>;
}

/**
 * One run of the SDK's flow, watched: what it asks for over the network, and where it sends a person.
 *
 * @throws HttpFailure `MCP_UNAUTHORIZED`, `MCP_CONNECTION_FAILED`; without anything secret
 */
export async function runFlow(flow: FlowOptions): Promise<AuthResult> {
  const { options, signal } = flow;
  const { provider, serverUrl } = options;
  const secrets = new FlowSecrets();
  const requests = new FlowRequests(options, secrets, signal);
  try {
    secrets.addMembers(Object.entries((await provider.tokens()) ?? {}));
    const watched = watchedProvider(provider, watches(flow, requests));
    return await auth(watched, { ...flow.auth, serverUrl, fetchFn: requests.fetch });
  } catch (error) {
    throw failureOf(error, secrets);
  }
}

/** What stands in front of the provider. */
function watches(flow: FlowOptions, requests: FlowRequests): Partial<OAuthClientProvider> {
  const { options, discovery, onRedirect, signal } = flow;
  const { provider } = options;
  let found = discovery?.recorded;
  return {
    // Looked up anew on each way there: a server may have gone to another authorization server.
    discoveryState: () => (discovery === undefined ? undefined : (found ?? provider.discoveryState?.())),
    saveDiscoveryState: (state) => {
      found = state;
      return provider.saveDiscoveryState?.(state);
    },
    redirectToAuthorization: async (url) => {
      // The SDK takes every failed refresh for a reason to ask a person.
      if (requests.tokenFailure !== undefined) throw requests.tokenFailure;
      requireAllowed(url, options);
      requirePkce(found, options);
      onRedirect({ url, discovery: found });
      await redirectTo(url, provider, signal);
    },
  };
}

/** Lets the provider send a person away; it may take for ever. */
export function redirectTo(url: URL, provider: OAuthClientProvider, signal: AbortSignal): Promise<void> {
  return untilAborted(Promise.resolve(provider.redirectToAuthorization(url)), signal, () =>
    refusal('nobody waits for it any more'),
  );
}

/** Source: MCP 2026-07-28, basic/authorization: who does not say so is taken not to know it. */
function requirePkce(found: OAuthDiscoveryState | undefined, { allowUnadvertisedPkce }: ResolvedOAuthOptions): void {
  const metadata = found?.authorizationServerMetadata;
  if (metadata === undefined || allowUnadvertisedPkce) return; // without metadata: 2025-03-26
  const { code_challenge_methods_supported: methods } = metadata;
  if (methods?.includes('S256') !== true) {
    throw refusal('the authorization server does not say that it knows PKCE with S256 (allowUnadvertisedPkce goes on)');
  }
}

import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';

/** What a host keeps of OAuth, in memory, and whom it would show addresses to. */
export class MemoryProvider implements OAuthClientProvider {
  readonly redirectUrl = 'http://localhost:1/callback';
  readonly clientMetadata: OAuthClientMetadata = { redirect_uris: [this.redirectUrl], client_name: 'test' };
  /** Addresses that somebody was to open, in order. */
  readonly opened: URL[] = [];
  client: StoredOAuthClientInformation | undefined;
  stored: StoredOAuthTokens | undefined;
  verifier = '';
  discovered: OAuthDiscoveryState | undefined;
  #states = 0;

  state(): string {
    this.#states += 1;
    return `state-${this.#states}`;
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    return this.client;
  }

  saveClientInformation(client: StoredOAuthClientInformation): void {
    this.client = client;
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.stored;
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    this.stored = tokens;
  }

  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier;
  }

  codeVerifier(): string {
    return this.verifier;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.discovered = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.discovered;
  }

  invalidateCredentials(scope: string): void {
    if (scope === 'tokens' || scope === 'all') this.stored = undefined;
  }

  redirectToAuthorization(url: URL): void {
    this.opened.push(url);
  }
}

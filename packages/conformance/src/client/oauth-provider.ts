import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';

/** The document that stands for this client where it need not register. Nobody fetches it here. */
const metadataUrl = 'https://conformance-test.local/client-metadata.json';

/** Where a browser would be sent back to. Nobody listens there: the address itself is all that is needed. */
const redirectUrl = 'http://localhost:3000/callback';

/**
 * A person with a browser who says yes to everything, all in memory: asks for the address, and keeps the one that the answer
 * would lead the browser to.
 */
export class YesProvider implements OAuthClientProvider {
  readonly redirectUrl = redirectUrl;
  readonly clientMetadataUrl = metadataUrl;
  readonly clientMetadata: OAuthClientMetadata = {
    client_name: 'conformance',
    redirect_uris: [redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  };
  #client: StoredOAuthClientInformation | undefined;
  #tokens: StoredOAuthTokens | undefined;
  #verifier = '';
  #callback: string | undefined;

  constructor(client: StoredOAuthClientInformation | undefined) {
    this.#client = client;
  }

  state(): string {
    return crypto.randomUUID();
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    return this.#client;
  }

  saveClientInformation(client: StoredOAuthClientInformation): void {
    this.#client = client;
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.#tokens;
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    this.#tokens = tokens;
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    if (scope === 'all' || scope === 'client') this.#client = undefined;
    if (scope === 'all' || scope === 'tokens') this.#tokens = undefined;
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    const answer = await fetch(url, { redirect: 'manual' });
    await answer.body?.cancel();
    this.#callback = answer.headers.get('location') ?? undefined;
  }

  /** The address that came last, once. */
  callback(): string {
    const address = this.#callback;
    this.#callback = undefined;
    if (address === undefined) throw new Error('the authorization server led nowhere');
    return address;
  }
}

const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** A program that its platform vouches for, by a signed statement: tokens are given for that, and nobody is asked. */
export class WorkloadProvider implements OAuthClientProvider {
  readonly redirectUrl = undefined;
  readonly clientMetadata: OAuthClientMetadata = { redirect_uris: [], grant_types: [jwtBearer] };
  readonly #clientId: string;
  readonly #assertion: string;
  #tokens: StoredOAuthTokens | undefined;

  constructor(clientId: string, assertion: string) {
    this.#clientId = clientId;
    this.#assertion = assertion;
  }

  clientInformation(): StoredOAuthClientInformation {
    return { client_id: this.#clientId };
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.#tokens;
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    this.#tokens = tokens;
  }

  prepareTokenRequest(scope: string | undefined): URLSearchParams {
    return new URLSearchParams({
      grant_type: jwtBearer,
      assertion: this.#assertion,
      ...(scope !== undefined && { scope }),
    });
  }

  redirectToAuthorization(): void {
    throw new Error('nobody is there to be asked');
  }

  saveCodeVerifier(): void {}

  codeVerifier(): string {
    throw new Error('there is no code');
  }
}

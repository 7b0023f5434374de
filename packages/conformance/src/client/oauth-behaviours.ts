import type { McpClient } from '@coding-agent/extensions';
import { oauthAuthorization, type HttpAuthorization } from '@coding-agent/extensions/oauth';
import {
  ClientCredentialsProvider,
  CrossAppAccessProvider,
  PrivateKeyJwtProvider,
  requestJwtAuthorizationGrant,
} from '@modelcontextprotocol/client';
import type { Behaviour, Context } from './behaviours.ts';
import { call } from './call.ts';
import { WorkloadProvider, YesProvider } from './oauth-provider.ts';

/** A person says yes, and the client comes through. */
const granted = [
  'metadata-default',
  'metadata-var1',
  'metadata-var2',
  'metadata-var3',
  'basic-cimd',
  'scope-from-www-authenticate',
  'scope-from-scopes-supported',
  'scope-omitted-when-undefined',
  'scope-step-up',
  'token-endpoint-auth-basic',
  'token-endpoint-auth-post',
  'token-endpoint-auth-none',
  'pre-registration',
  'offline-access-scope',
  'offline-access-not-supported',
  'iss-supported',
  'iss-not-advertised',
];

/** The client has to refuse, or to give up. */
const refused = [
  'scope-retry-limit',
  'resource-mismatch',
  'iss-supported-missing',
  'iss-wrong-issuer',
  'iss-unexpected',
  'iss-normalized',
  'metadata-issuer-mismatch',
];

/** Scenarios of OAuth, by their names. */
export const oauthBehaviours: Readonly<Record<string, Behaviour>> = {
  ...named(granted, { settings: asPerson, run: useTool }),
  // The servers of the suite for the revision of 2025-03-26 agree on a newer one.
  ...named(['2025-03-26-oauth-metadata-backcompat', '2025-03-26-oauth-endpoint-fallback'], {
    settings: asPerson,
    run: useTool,
    agreesOn: '2025-11-25',
  }),
  ...named(refused, { settings: asPerson, run: useTool, isRefused: true }),

  // The second call is refused with the name of another authorization server.
  ...named(['authorization-server-migration'], {
    settings: asPerson,
    run: async (client) => {
      await useTool(client);
      await useTool(client);
    },
  }),

  ...named(['client-credentials-basic'], {
    settings: (_, { client_id: clientId = '', client_secret: clientSecret = '' }, url) =>
      by(oauthAuthorization({ provider: new ClientCredentialsProvider({ clientId, clientSecret }), serverUrl: url })),
    run: useTool,
  }),

  ...named(['client-credentials-jwt'], {
    settings: (_, context, url) => {
      const { client_id: clientId = '', private_key_pem: privateKey = '', signing_algorithm: algorithm = '' } = context;
      const provider = new PrivateKeyJwtProvider({ clientId, privateKey, algorithm });
      return by(oauthAuthorization({ provider, serverUrl: url }));
    },
    run: useTool,
  }),

  ...named(['wif-jwt-bearer'], {
    settings: (_, { client_id: clientId = '', valid_jwt: assertion = '' }, url) =>
      by(oauthAuthorization({ provider: new WorkloadProvider(clientId, assertion), serverUrl: url })),
    run: useTool,
  }),

  ...named(['enterprise-managed-authorization'], {
    settings: (_, context, url) => {
      const { client_id: clientId = '', client_secret: clientSecret = '' } = context;
      const {
        idp_client_id: idpClientId = '',
        idp_id_token: idToken = '',
        idp_token_endpoint: tokenEndpoint = '',
      } = context;
      const provider = new CrossAppAccessProvider({
        clientId,
        clientSecret,
        assertion: async ({ authorizationServerUrl: audience, resourceUrl: resource, scope, fetchFn }) => {
          const asked = { tokenEndpoint, audience, resource, idToken, clientId: idpClientId, fetchFn };
          const { jwtAuthGrant } = await requestJwtAuthorizationGrant({ ...asked, ...(scope && { scope }) });
          return jwtAuthGrant;
        },
      });
      return by(oauthAuthorization({ provider, serverUrl: url }));
    },
    run: useTool,
  }),
};

function named(scenarios: readonly string[], behaviour: Behaviour): Readonly<Record<string, Behaviour>> {
  return Object.fromEntries(scenarios.map((scenario) => [`auth/${scenario}`, behaviour]));
}

function asPerson(_: unknown, { client_id: id, client_secret: secret }: Context, url: string): ReturnType<typeof by> {
  const provider = new YesProvider(id === undefined ? undefined : { client_id: id, client_secret: secret });
  return by(oauthAuthorization({ provider, serverUrl: url, callback: async () => provider.callback() }));
}

function by(authorization: HttpAuthorization): { readonly authorization: HttpAuthorization } {
  return { authorization };
}

async function useTool(client: McpClient): Promise<void> {
  await client.listTools();
  await call(client, 'test-tool');
}

import type { HttpClientOptions, McpClient, McpClientOptions } from '@coding-agent/extensions';
import { call } from './call.ts';
import { defaultsOf } from './defaults.ts';
import { oauthBehaviours } from './oauth-behaviours.ts';

/** What the suite tells the client of some scenarios (`MCP_CONFORMANCE_CONTEXT`). */
export interface Context {
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> }[];
  /** Of the scenarios of OAuth. */
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly private_key_pem?: string;
  readonly signing_algorithm?: string;
  readonly valid_jwt?: string;
  readonly idp_client_id?: string;
  readonly idp_id_token?: string;
  readonly idp_token_endpoint?: string;
}

type Settings = Pick<McpClientOptions, 'capabilities' | 'handlers'> & Pick<HttpClientOptions, 'authorization'>;

/** What a scenario wants of its client, between the handshake and the end. */
export interface Behaviour {
  /** `client` is there when a handler is called, and not before. */
  readonly settings?: (client: () => McpClient, context: Context, url: string) => Settings;
  readonly run?: (client: McpClient, context: Context) => Promise<void>;
  /** The revision that the server of the suite agrees on. Missing: the one of the run. */
  readonly agreesOn?: string;
  /** It has to end with `MCP_UNAUTHORIZED`. */
  readonly isRefused?: boolean;
}

const elicitation = { elicitation: { form: {} } };

/** By the name of the scenario. What is right or wrong is for the suite to say, where it looks at it. */
export const behaviours: Readonly<Record<string, Behaviour>> = {
  ...oauthBehaviours,

  initialize: {},

  tools_call: {
    run: async (client) => {
      await client.listTools();
      await call(client, 'add_numbers', { a: 5, b: 3 });
    },
  },

  'elicitation-sep1034-client-defaults': {
    settings: () => ({
      capabilities: elicitation,
      handlers: {
        'elicitation/create': ({ requestedSchema }) => ({ action: 'accept', content: defaultsOf(requestedSchema) }),
      },
    }),
    run: (client) => call(client, 'test_client_elicitation_defaults'),
  },

  // It refuses the first request, whatever it is, with the very revision that was asked for: the handshake sees to that. Its
  // server offers no tools, so a second look whether it is alive is all that may be asked of it.
  'request-metadata': {
    settings: () => ({ capabilities: { ...elicitation, roots: {}, sampling: {} } }),
    run: (client) => client.ping(),
  },

  'sep-2322-client-request-state': {
    settings: (client) => {
      let wasAsked = false;
      return {
        capabilities: elicitation,
        handlers: {
          'elicitation/create': async () => {
            // Between the two rounds of another call: nothing of that one may be in this one.
            if (!wasAsked) await call(client(), 'test_mrtr_unrelated');
            wasAsked = true;
            return { action: 'accept', content: { confirmed: true } };
          },
        },
      };
    },
    run: async (client) => {
      await client.listTools();
      await call(client, 'test_mrtr_echo_state');
      await call(client, 'test_mrtr_no_state');
      await call(client, 'test_mrtr_no_result_type');
    },
  },

  // The stream of the call ends before its answer, which comes on the next one.
  'sse-retry': {
    run: async (client) => {
      await client.listTools();
      await call(client, 'test_reconnection');
    },
  },

  'http-standard-headers': {
    run: async (client) => {
      const { tools } = await client.listTools();
      for (const { name } of tools) await call(client, name);
      const { resources } = await client.request('resources/list');
      for (const { uri } of resources as { uri: string }[]) await client.request('resources/read', { uri });
      const { prompts } = await client.request('prompts/list');
      for (const { name } of prompts as { name: string }[]) await client.request('prompts/get', { name });
    },
  },

  'http-custom-headers': {
    run: async (client, { toolCalls = [] }) => {
      await client.listTools();
      for (const { name, arguments: args } of toolCalls) await call(client, name, args);
    },
  },

  // Only tools that are sound may be left to be called.
  'http-invalid-tool-headers': {
    run: async (client) => {
      const { tools } = await client.listTools();
      for (const { name } of tools) await call(client, name);
    },
  },

  // The canary that the list refers to is the suite's to watch.
  'json-schema-ref-no-deref': {
    run: async (client) => {
      const { tools } = await client.listTools();
      if (tools.length === 0) throw new Error('the list is empty');
    },
  },

  'json-schema-2020-12-preservation': {
    run: async (client) => {
      const { tools } = await client.listTools();
      const tool = tools.find(({ name }) => name === 'json_schema_2020_12_tool');
      if (tool === undefined) throw new Error('the tool is not in the list');
      await call(client, 'json_schema_echo', { schema: tool.inputSchema });
    },
  },
};

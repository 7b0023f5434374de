import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Adapter } from './bench-client.ts';
import { overHttp } from './http-process.ts';
import { requestOptions } from './request-options.ts';

export const adapter: Adapter = {
  framing: 'http',
  create: (server) =>
    overHttp(server, async (url) => {
      const client = new Client({ name: 'bench', version: '1.0.0' });
      await client.connect(new StreamableHTTPClientTransport(new URL(url)));
      return {
        call: (name, given, options = {}) =>
          client.callTool({ name, arguments: given }, undefined, requestOptions(options)),
        list: () => client.listTools(),
        close: () => client.close(),
      };
    }),
};

import { McpClient } from '@coding-agent/extensions/client';
import { maxMessageBytes, type Adapter } from './bench-client.ts';
import { overHttp } from './http-process.ts';

export const adapter: Adapter = {
  framing: 'http',
  create: (server) =>
    overHttp(server, async (url) => {
      const limits = { maxLineBytes: maxMessageBytes, maxResultBytes: maxMessageBytes };
      const client = await McpClient.open({ url, limits, era: 'legacy' });
      return {
        call: (name, given, options) => client.callTool(name, given, options),
        list: () => client.listTools(),
        close: () => client.close(),
      };
    }),
};

import { McpClient } from '@coding-agent/extensions/client';
import { maxMessageBytes, type Adapter } from './bench-client.ts';

export const adapter: Adapter = {
  framing: 'newline',
  create: ({ executable, args }) => {
    const limits = { maxLineBytes: maxMessageBytes, maxResultBytes: maxMessageBytes };
    const client = new McpClient({ executable, args: [...args], limits });
    return {
      connect: async () => {
        await client.initialize();
      },
      call: (name, given, options) => client.callTool(name, given, options),
      list: () => client.listTools(),
      close: () => client.close(),
    };
  },
};

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { maxMessageBytes, type Adapter, type CallOptions } from './bench-client.ts';
import { requestOptions } from './request-options.ts';

export const adapter: Adapter = {
  framing: 'newline',
  create: ({ executable, args }) => {
    const client = new Client({ name: 'bench', version: '1.0.0' });
    return {
      connect: () =>
        client.connect(
          new StdioClientTransport({ command: executable, args: [...args], maxBufferSize: maxMessageBytes }),
        ),
      call: (name, given, options: CallOptions = {}) =>
        client.callTool({ name, arguments: given }, undefined, requestOptions(options)),
      list: () => client.listTools(),
      close: () => client.close(),
    };
  },
};

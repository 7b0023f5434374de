import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';
import { initializeParams } from './initialize-params.ts';
import type { Adapter, ToolAnswer } from './bench-client.ts';

/** JSON-RPC without MCP: no schema is checked, and a call knows neither a deadline nor a signal. */
export const adapter: Adapter = {
  framing: 'content-length',
  create: ({ executable, args }) => {
    const child = spawn(executable, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    const exited = once(child, 'exit');
    const connection = createMessageConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    return {
      connect: async () => {
        connection.listen();
        await connection.sendRequest('initialize', initializeParams);
        await connection.sendNotification('notifications/initialized', {});
      },
      call: (name, given) => connection.sendRequest<ToolAnswer>('tools/call', { name, arguments: given }),
      list: () => connection.sendRequest<{ tools: unknown[] }>('tools/list', {}),
      close: async () => {
        connection.dispose();
        child.stdin.end();
        await exited;
      },
    };
  },
};

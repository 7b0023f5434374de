import { expect } from 'vitest';
import { callsBy, httpClient, modernHttp, type CallAnswer } from '../support/http-client.ts';
import { asked, events, json } from '../support/http-server.ts';
import { errorOf } from '../support/peer.ts';
import { verifies } from './verifies.ts';

verifies(
  'C-16',
  'the code of headers that do not fit is no leave to send a call again that may have run',
  async (context) => {
    const code = { code: -32_020, message: 'Mcp-Param-Region' };
    const answers: CallAnswer[] = [
      (id, _received, response) => json(response, { jsonrpc: '2.0', id, error: code }),
      (id, _received, response) => json(response, { jsonrpc: '2.0', id, error: code }, 500),
      (id, _received, response) => {
        const send = events(response);
        send({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: id, progress: 1 } });
        send({ jsonrpc: '2.0', id, error: code });
        response.end();
      },
    ];
    for (const answer of answers) {
      const { client, server } = await httpClient(context, callsBy(modernHttp, answer));
      await client.initialize();
      await client.listTools();
      expect(await errorOf(client.callTool('echo'))).toMatchObject({ code: 'MCP_ERROR', remoteCode: -32_020 });
      expect(asked(server)).toEqual(['server/discover', 'tools/list', 'tools/call']);
    }
  },
);

verifies('C-16', 'a tool that has left the list meanwhile is not called again', async (context) => {
  let lists = 0;
  const script = {
    ...modernHttp,
    'tools/list': () => {
      lists += 1;
      const tools = lists === 1 ? [{ name: 'echo', inputSchema: { type: 'object' } }] : [];
      return { resultType: 'complete', tools };
    },
  };
  const answer = callsBy(script, (id, _received, response) =>
    json(response, { jsonrpc: '2.0', id, error: { code: -32_020, message: 'Mcp-Param-Region' } }, 400),
  );
  const { client, server } = await httpClient(context, answer);
  await client.initialize();
  await client.listTools();
  expect(await errorOf(client.callTool('echo'))).toMatchObject({ code: 'MCP_ERROR', remoteCode: -32_020 });
  expect(asked(server)).toEqual(['server/discover', 'tools/list', 'tools/call', 'tools/list']);
});

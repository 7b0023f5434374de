import { expect, test } from 'vitest';
import { answerBy, httpClient, legacyHttp, modernHttp } from '../support/http-client.ts';
import { events } from '../support/http-server.ts';
import { errorOf } from '../support/peer.ts';

test('a modern server is asked by POST alone, each with the headers of its era', async (context) => {
  const { client, server } = await httpClient(context, answerBy(modernHttp), { headers: { 'X-Key': 'k' } });
  expect(await client.initialize()).toMatchObject({ era: 'modern', protocolVersion: '2026-07-28' });
  expect(await client.callTool('echo')).toMatchObject({ content: [{ text: 'echoed' }] });
  expect(
    server.requests.map(({ method, headers }) => [
      method,
      headers['mcp-protocol-version'],
      headers['mcp-method'],
      headers['mcp-name'],
      headers['x-key'],
    ]),
  ).toEqual([
    ['POST', '2026-07-28', 'server/discover', undefined, 'k'],
    ['POST', '2026-07-28', 'tools/list', undefined, 'k'],
    ['POST', '2026-07-28', 'tools/call', 'echo', 'k'],
  ]);
});

test('a legacy server has a session: its id and revision go with everything, and it is ended', async (context) => {
  const { client, server } = await httpClient(context, answerBy(legacyHttp, 'session-1'));
  expect(await client.initialize()).toMatchObject({ era: 'legacy', protocolVersion: '2025-11-25' });
  expect(await client.callTool('echo')).toMatchObject({ content: [{ text: 'echoed' }] });
  expect(await client.close()).toEqual({ survivors: [] });
  expect(
    server.requests.map(({ method, message, headers }) => [
      message?.method ?? method,
      headers['mcp-session-id'],
      headers['mcp-protocol-version'],
    ]),
  ).toEqual([
    ['server/discover', undefined, '2026-07-28'],
    ['initialize', undefined, undefined],
    ['notifications/initialized', 'session-1', '2025-11-25'],
    ['GET', 'session-1', '2025-11-25'],
    ['tools/list', 'session-1', '2025-11-25'],
    ['tools/call', 'session-1', '2025-11-25'],
    ['DELETE', 'session-1', '2025-11-25'],
  ]);
});

test('an answer on the stream of another request is not believed', async (context) => {
  const usual = answerBy(modernHttp);
  const { client, diagnostics } = await httpClient(context, (received, response) => {
    const { message } = received;
    if (message?.method !== 'tools/call') return usual(received, response);
    const send = events(response);
    send({ jsonrpc: '2.0', id: Number(message.id) + 1, result: { resultType: 'complete', content: [] } });
    return response.end();
  });
  await client.initialize();
  expect(await errorOf(client.callTool('echo'))).toMatchObject({ code: 'MCP_CONNECTION_FAILED', outcome: 'unknown' });
  expect(diagnostics).toMatchObject([{ kind: 'malformed' }]);
});

test('a server whose address nobody listens at was not reached: nothing was sent', async (context) => {
  const { client, server } = await httpClient(context, answerBy(modernHttp), { url: 'http://127.0.0.1:9/mcp' });
  expect(await errorOf(client.initialize())).toMatchObject({
    code: 'MCP_CONNECTION_FAILED',
    outcome: 'not-sent',
    errno: 'ECONNREFUSED',
  });
  expect(server.requests).toEqual([]);
});

import { getEventListeners } from 'node:events';
import { watchResources } from '@coding-agent/fixture-servers/testing';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { answerBy, httpClient, modernHttp } from '../support/http-client.ts';

/** A server that says back what it is given. */
const echo = answerBy({
  ...modernHttp,
  'tools/call': ({ params = {} }) => {
    const { value } = params['arguments'] as { readonly value: string };
    return { resultType: 'complete', content: [{ type: 'text', text: value }] };
  },
});

const folder = fileURLToPath(new URL('../../src', import.meta.url));

test('ten thousand calls at once go over 256 connections: each gets its own answer, and everything goes back to zero', async (context) => {
  const resources = watchResources({ folder });
  context.onTestFinished(() => resources.stop());
  let connections = 0;
  const bench = await httpClient(context, (received, response) => {
    connections = Math.max(connections, bench.server.sockets.size);
    return echo(received, response);
  });
  const { client, server } = bench;
  await client.initialize();
  await client.listTools();
  const life = new AbortController();
  const values = Array.from({ length: 10_000 }, (_, index) => `call ${index}`);
  const calls = values.map(async (value) => {
    const { content } = await client.callTool('echo', { value }, { signal: life.signal });
    return content[0]?.type === 'text' ? content[0].text : undefined;
  });
  expect(client.pendingCount).toBe(10_000);
  expect(await Promise.all(calls)).toEqual(values);
  expect(client.pendingCount).toBe(0);
  expect(getEventListeners(life.signal, 'abort')).toEqual([]);
  expect(connections).toBeLessThanOrEqual(257); // and one for what is urgent
  expect(server.requests.length).toBe(10_002);
  await client.close();
  await server.idle();
  expect(resources.timers()).toEqual([]);
});

test('an argument of 15 MiB goes there and back', async (context) => {
  const { client } = await httpClient(context, echo);
  await client.initialize();
  const value = 'v'.repeat(15 * 1024 * 1024);
  const { content } = await client.callTool('echo', { value });
  expect(content[0]?.type === 'text' && content[0].text === value).toBe(true);
});

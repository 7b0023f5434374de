import { expect, test } from 'vitest';
import { auto } from '../support/begun.ts';
import { clientBench, discovered, friendly, initialized, readyBench, watch } from '../support/memory-client.ts';

test('what the server says of itself is kept in part, and its words are printable where we quote them', async () => {
  const long = 'x'.repeat(100_000);
  const answer = { ...initialized, instructions: long, serverInfo: { name: long, version: long } };
  const throwing = { onNotification: () => Promise.reject(new Error('of the host')) };
  const { client, clock, transports, diagnostics } = await readyBench({ initialize: () => answer }, throwing);
  expect([client.server?.instructions?.length, client.server?.serverInfo.name.length]).toEqual([65_536, 256]);
  transports[0]?.receive({ jsonrpc: '2.0', method: `\u001b[2J${long}` });
  await clock.settle();
  expect(diagnostics.at(-1)?.message.length).toBeLessThan(300);
  expect(diagnostics.at(-1)?.message).not.toContain('\u001b');
});

test('stats are a snapshot of numbers', async () => {
  const { client, clock } = await readyBench(friendly);
  const listing = client.listTools();
  await clock.settle();
  await listing;
  const before = client.stats();
  expect(before).toMatchObject({ state: 'ready', pending: 0, requests: 2, answers: 2, queuedBytes: 0, timeouts: 0 });
  await client.close();
  expect([before.state, client.stats().state]).toEqual(['ready', 'closed']);
});

test('what the client itself gives up is no abort: a probe that nobody answers, and the stream at the end', async () => {
  const silent = clientBench(friendly, auto);
  const handshake = watch(silent.client.initialize());
  await silent.clock.advance(5_000);
  expect(handshake()).toMatchObject({ era: 'legacy' });
  expect(silent.client.stats().aborts).toBe(0);
  const changing = { ...discovered, capabilities: { tools: { listChanged: true } } };
  const modern = await readyBench({ 'server/discover': () => changing }, { era: 'modern' });
  expect(modern.transports[0]?.sentWith('subscriptions/listen')).toHaveLength(1);
  await modern.client.close();
  expect(modern.client.stats().aborts).toBe(0);
  const controller = new AbortController();
  const taken = await readyBench(friendly, { allowUnlistedTools: true });
  const call = watch(taken.client.callTool('never', {}, { signal: controller.signal }));
  await taken.clock.settle();
  controller.abort();
  await taken.clock.settle();
  expect(call()).toMatchObject({ code: 'MCP_ABORTED' });
  expect(taken.client.stats().aborts).toBe(1);
});

test('notifications reach those who asked, until they do not want to any more', async () => {
  const { client, clock, transports, diagnostics } = await readyBench(friendly);
  const seen: string[] = [];
  const stop = client.onNotification((method) => void seen.push(method));
  client.onNotification(() => Promise.reject(new Error('of the host')));
  transports[0]?.receive({ jsonrpc: '2.0', method: 'notifications/one' });
  await clock.settle();
  stop();
  transports[0]?.receive({ jsonrpc: '2.0', method: 'notifications/two' });
  await clock.settle();
  expect(seen).toEqual(['notifications/one']);
  expect(diagnostics.filter(({ kind }) => kind === 'handler-failed')).toHaveLength(2);
});

test('the end of the connection is told once, with its reason, whatever the host does with it', async () => {
  const reasons: string[] = [];
  const onEnd = ({ code, message }: { code: string; message: string }): void => {
    reasons.push(`${code}: ${message}`);
    throw new Error('of the host');
  };
  const died = await readyBench(friendly, { onEnd });
  died.transports[0]?.end();
  await died.clock.settle();
  await died.client.close();
  expect(reasons).toEqual(['MCP_PROCESS_EXIT: the server exited with code 3']);
  const closed = await readyBench(friendly, { onEnd });
  await closed.client.close();
  expect(reasons.slice(1)).toEqual(['CLIENT_CLOSED: the client was closed']);
});

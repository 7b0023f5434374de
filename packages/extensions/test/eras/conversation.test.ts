import { isAlive, watchResources } from '@coding-agent/fixture-servers/testing';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { verifies } from '../contract/verifies.ts';
import { errorOf } from '../support/peer.ts';
import { processClient, readyClient, textOf } from '../support/process-client.ts';

const modern = { mode: 'modern' } as const;
const names = ['echo', 'fail', 'never', 'exit', 'ask', 'progress', 'change-tools', 'end-streams'];
const metadata = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

describe('a modern server, as a process', () => {
  verifies('C-08', 'is listed, called and pinged, and no request is without its metadata', async (context) => {
    const { client, server } = await readyClient(context, modern);
    expect(client.server).toMatchObject({ era: 'modern', serverInfo: { name: 'fixture-server', version: '1.0.0' } });
    await client.ping(); // its answer comes after the acknowledgement of the stream, which makes a list stale
    const { tools, truncated } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(names);
    expect(truncated).toBe(false);
    const value = 'plain 中文 🙂 \u2028 "quoted" \n\t\\ \0';
    expect(textOf(await client.callTool('echo', { value }))).toBe(value);
    const failed = await client.callTool('fail', { isError: true, message: 'no luck' });
    expect([failed.isError, textOf(failed)]).toEqual([true, 'no luck']);
    expect(await errorOf(client.callTool('fail', { code: -32050 }))).toMatchObject({
      code: 'MCP_ERROR',
      remoteCode: -32050,
    });
    expect(await errorOf(client.callTool('nope'))).toMatchObject({ code: 'MCP_UNKNOWN_TOOL' });
    const requests = server.received().filter(({ id }) => id !== undefined);
    expect(requests.map(({ method }) => method)).toEqual([
      'server/discover',
      'subscriptions/listen',
      'server/discover',
      'tools/list',
      'tools/call',
      'tools/call',
      'tools/call',
    ]);
    for (const { params } of requests) expect(params?.['_meta']).toMatchObject(metadata);
    expect(server.received('notifications/initialized')).toEqual([]);
    expect(client.stats()).toMatchObject({
      state: 'ready',
      malformed: 0,
      noiseLines: 0,
      unknownAnswers: 0,
      pending: 0,
    });
  });

  verifies('C-08', 'tells of the progress of a call, before it answers', async (context) => {
    const { client } = await readyClient(context, modern);
    const seen: [unknown, unknown][] = [];
    const result = await client.callTool(
      'progress',
      { steps: 3 },
      { onProgress: ({ progress, total }) => seen.push([progress, total]) },
    );
    expect(seen).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
    expect(textOf(result)).toBe('3 steps');
  });

  verifies('C-13', 'is told when a call is taken back, and is called on', async (context) => {
    const { client, server } = await readyClient(context, modern);
    const controller = new AbortController();
    const ended = errorOf(client.callTool('never', {}, { signal: controller.signal }));
    const got = await server.waitFor((entry) => entry.event === 'received' && entry.message.method === 'tools/call');
    controller.abort();
    expect(await ended).toMatchObject({ code: 'MCP_ABORTED', outcome: 'unknown' });
    const isTold = ({ method }: { method?: string }): boolean => method === 'notifications/cancelled';
    const told = await server.waitFor((entry) => entry.event === 'received' && isTold(entry.message));
    const id = got.event === 'received' ? got.message.id : undefined;
    expect(told).toMatchObject({ message: { params: { requestId: id } } });
    expect(textOf(await client.callTool('echo', { value: 'on' }))).toBe('on');
    expect(server.received('notifications/cancelled')).toHaveLength(1);
  });

  verifies('C-30', 'that exits in the middle ends every call, and is not started again', async (context) => {
    const { client, server } = await readyClient(context, modern);
    const waiting = errorOf(client.callTool('never'));
    const exit = errorOf(client.callTool('exit', { code: 5 }));
    for (const ended of [waiting, exit]) {
      expect(await ended).toMatchObject({ code: 'MCP_PROCESS_EXIT', exitCode: 5, outcome: 'unknown' });
    }
    expect(await errorOf(client.ping())).toMatchObject({ code: 'MCP_PROCESS_EXIT', outcome: 'not-sent' });
    expect(await client.close()).toMatchObject({ survivors: [] });
    expect([client.state, client.pendingCount, server.pids().length]).toEqual(['closed', 0, 1]);
  });

  verifies('C-34', 'leaves nothing when the client is closed, whatever is under way', async (context) => {
    for (const prepare of ['nothing', 'a call', 'the pause before a new stream'] as const) {
      const resources = watchResources({ folder: fileURLToPath(new URL('../../src', import.meta.url)) });
      context.onTestFinished(() => resources.stop());
      const { client, server } = await readyClient(context, modern);
      const waiting = prepare === 'a call' ? errorOf(client.callTool('never')) : undefined;
      if (prepare !== 'nothing') await client.callTool('end-streams');
      if (prepare === 'the pause before a new stream') expect(resources.timers()).not.toEqual([]);
      expect(await client.close()).toMatchObject({ survivors: [] });
      if (waiting) expect(await waiting).toMatchObject({ code: 'CLIENT_CLOSED' });
      expect([resources.timers(), client.stats().pending, server.pids().filter(isAlive)]).toEqual([[], 0, []]);
      await resources.settled({ deadlineMs: 10_000 });
    }
  });

  verifies('C-31', 'that is slow to start is ended by a close, before it has read anything', async (context) => {
    const timeouts = { probeMs: 1 };
    const { client, server } = processClient(context, { ...modern, delayMs: 60_000 }, { timeouts });
    const ended = errorOf(client.initialize());
    await server.waitFor(({ event }) => event === 'start');
    expect(await client.close()).toMatchObject({ survivors: [] });
    expect(await ended).toMatchObject({ code: 'CLIENT_CLOSED' });
    expect([server.pids().length, server.pids().filter(isAlive)]).toEqual([1, []]);
  });
});

import type { FixtureServer } from '@coding-agent/fixture-servers';
import { describe, expect } from 'vitest';
import { verifies } from '../contract/verifies.ts';
import { errorOf } from '../support/peer.ts';
import { readyClient, textOf } from '../support/process-client.ts';

/** Waits until the server was asked for so many streams. The first is opened again after a second. */
async function streamsOf(server: FixtureServer, count: number): Promise<void> {
  const enough = (): boolean => server.received('subscriptions/listen').length >= count;
  await server.waitFor(enough, { deadlineMs: 15_000, what: `${count} streams` });
}

/** A modern client, what it hears of changes, and a way to wait for more. */
async function listening(context: Parameters<typeof readyClient>[0]) {
  const heard: string[] = [];
  const bench = await readyClient(context, { mode: 'modern' }, { onNotification: (method) => heard.push(method) });
  return { ...bench, heard };
}

const change = 'notifications/tools/list_changed';

describe('changes of a modern process', () => {
  verifies('C-09', 'are told on the stream that was acknowledged, and make the list stale', async (context) => {
    const { client, server, heard } = await listening(context);
    expect(await errorOf(client.callTool('added'))).toMatchObject({ code: 'MCP_UNKNOWN_TOOL' });
    await client.callTool('change-tools'); // the change is told before the answer
    expect(heard).toEqual([change]);
    expect(textOf(await client.callTool('added'))).toBe('added');
    await client.callTool('change-tools');
    expect(heard).toEqual([change, change]);
    expect(server.received('subscriptions/listen')).toHaveLength(1);
    expect(server.received('subscriptions/listen')[0]?.params).toMatchObject({
      notifications: { toolsListChanged: true },
    });
  });

  for (const by of ['result', 'cancelled'] as const) {
    verifies('C-08', `are told again after the stream ended (${by}) and was opened anew`, async (context) => {
      const { client, server, heard } = await listening(context);
      await client.listTools();
      // Written at once: when the second is served, no new stream can be there yet to tell of it,
      await Promise.all([client.callTool('end-streams', { by }), client.callTool('change-tools')]);
      expect(heard).toEqual([]);
      expect(textOf(await client.callTool('added'))).toBe('added'); // but the old list is not believed any more.
      await streamsOf(server, 2);
      await client.callTool('change-tools');
      expect(heard).toEqual([change]);
      expect(server.received('notifications/cancelled')).toEqual([]);
      expect(client.stats()).toMatchObject({ state: 'ready', pending: 0, malformed: 0 });
    });
  }

  verifies('C-09', 'between two streams are found by who asks after the second', async (context) => {
    const { client, server } = await listening(context);
    await client.callTool('end-streams');
    expect(await errorOf(client.callTool('added'))).toMatchObject({ code: 'MCP_UNKNOWN_TOOL' });
    await client.callTool('change-tools'); // after the list was read anew
    await streamsOf(server, 2);
    await client.ping(); // what came before its answer was read: the acknowledgement
    expect(textOf(await client.callTool('added'))).toBe('added');
  });

  verifies('C-09', 'of a server of both eras are told to a modern client, and not to a legacy one', async (context) => {
    for (const era of ['auto', 'legacy'] as const) {
      const heard: string[] = [];
      const onNotification = (method: string): unknown => heard.push(method);
      const { client, server } = await readyClient(context, { mode: 'dual-era' }, { era, onNotification });
      await client.callTool('change-tools');
      expect([heard, server.received('subscriptions/listen').length]).toEqual(era === 'auto' ? [[change], 1] : [[], 0]);
    }
  });
});

import { describe, expect, it, vi } from 'vitest';
import { errorOf } from './support/error-of.ts';
import { everything } from './support/programs.ts';
import { openSession } from './support/session.ts';
import { expectEveryTool, text } from './support/tool-table.ts';
import { everythingTools } from './tables/everything.ts';

const long = 'trigger-long-running-operation';

describe('server-everything', () => {
  it('lists its tools, and every one answers', async (context) => {
    const session = await openSession(context, everything);
    expect(session.client.server).toMatchObject({
      era: 'legacy',
      protocolVersion: '2025-11-25',
      serverInfo: { name: 'mcp-servers/everything' },
      instructions: expect.stringContaining('Everything Server'),
    });
    await expectEveryTool(session, everythingTools);
    expect(session.complaints).toEqual([]);
    await session.close();
  });

  it('sees nothing of the environment of the host but the allowlist', async (context) => {
    vi.stubEnv('SECRET_TOKEN', 'do not tell');
    context.onTestFinished(() => void vi.unstubAllEnvs());
    const { client } = await openSession(context, everything, { env: { GIVEN: 'given' } });
    const { content } = await client.callTool('get-env');
    expect(content).toEqual(text(/"GIVEN": "given"/));
    expect(JSON.stringify(content)).not.toContain('SECRET_TOKEN');
  });

  it('tells of progress, and only the one who asked hears it', async (context) => {
    const { client, notifications } = await openSession(context, everything);
    const heard: unknown[] = [];
    const others: unknown[] = [];
    await Promise.all([
      client.callTool(long, { duration: 0.2, steps: 4 }, { onProgress: (progress) => heard.push(progress) }),
      client.callTool(long, { duration: 0.2, steps: 2 }, { onProgress: (progress) => others.push(progress) }),
    ]);
    expect(heard).toMatchObject([1, 2, 3, 4].map((progress) => ({ progress, total: 4 })));
    expect(others).toMatchObject([1, 2].map((progress) => ({ progress, total: 2 })));
    expect(notifications.filter(({ method }) => method === 'notifications/progress')).toEqual([]);
  });

  it('is cancelled in a long call, goes on answering, and is gone though it still works', async (context) => {
    const { client, complaints, close } = await openSession(context, everything);
    const controller = new AbortController();
    let progressAfterTheEnd = 0;
    const call = client.callTool(
      long,
      { duration: 600, steps: 30_000 },
      {
        signal: controller.signal,
        onProgress: () => {
          if (controller.signal.aborted) progressAfterTheEnd += 1;
          controller.abort(new Error('enough'));
        },
      },
    );
    expect(await errorOf(call)).toMatchObject({ code: 'MCP_ABORTED', outcome: 'unknown', abortReason: 'enough' });
    // This server never looks whether it was cancelled: it goes on working, and telling.
    const before = client.stats().receivedBytes;
    await client.ping();
    await vi.waitFor(() => expect(client.stats().receivedBytes).toBeGreaterThan(before + 1_000), 10_000);
    expect((await client.callTool('echo', { message: 'still here' })).content).toEqual(text('Echo: still here'));
    expect(client.stats()).toMatchObject({ pending: 0, aborts: 1, malformed: 0 });
    expect(progressAfterTheEnd).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  it('is given up after a time, which says that the work may go on', async (context) => {
    const { client } = await openSession(context, everything);
    const late = client.callTool(long, { duration: 600, steps: 1 }, { timeoutMs: 50 });
    expect(await errorOf(late)).toMatchObject({ code: 'MCP_TIMEOUT', outcome: 'unknown', timeout: 'idle' });
    await client.ping();
  });

  it('answers many calls at once, each with its own answer', async (context) => {
    const { client } = await openSession(context, everything);
    const numbers = Array.from({ length: 200 }, (_, a) => a);
    const results = await Promise.all(numbers.map((a) => client.callTool('get-sum', { a, b: 1 })));
    expect(results.map(({ content }) => content)).toEqual(
      numbers.map((a) => text(`The sum of ${a} and 1 is ${a + 1}.`)),
    );
  });

  it('tells of logs and of changed lists, which it declares, so they are believed', async (context) => {
    const { client, notifications, complaints } = await openSession(context, everything);
    const heard = (): string[] => notifications.map(({ method }) => method);
    await client.callTool('toggle-simulated-logging');
    await client.callTool('gzip-file-as-resource', { data: 'data:text/plain,hello' });
    await expect.poll(heard, { timeout: 10_000 }).toContain('notifications/message');
    await expect.poll(heard, { timeout: 10_000 }).toContain('notifications/resources/list_changed');
    // Offered after the handshake, when it knows what its client can do.
    expect(heard()).toContain('notifications/tools/list_changed');
    expect(complaints).toEqual([]);
  });

  it('is not asked for a tool that it does not list', async (context) => {
    const { client } = await openSession(context, everything);
    const call = errorOf(client.callTool('get-roots-list'));
    expect(await call).toMatchObject({ code: 'MCP_UNKNOWN_TOOL', outcome: 'not-sent' });
  });
});

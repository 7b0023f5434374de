import { isAlive } from '@coding-agent/fixture-servers/testing';
import { describe, expect, it } from 'vitest';
import { deferred } from './support/deferred.ts';
import { errorOf } from './support/error-of.ts';
import { answering } from './support/host.ts';
import { hasPython, python } from './support/programs.ts';
import { openSession } from './support/session.ts';
import { expectEveryTool, text } from './support/tool-table.ts';
import { pythonTools } from './tables/python.ts';

if (!hasPython) process.stderr.write('\nSKIPPED: there is no python3 here, so the server in Python is not tested.\n\n');

describe.skipIf(!hasPython)("a server in Python's standard library", () => {
  it('lists its tools in pages, and every one answers', async (context) => {
    const session = await openSession(context, python, answering);
    const { client, complaints, notifications, close } = session;
    expect(client.server).toMatchObject({ era: 'legacy', serverInfo: { name: 'stdlib-server' } });
    await expectEveryTool(session, pythonTools);
    await client.ping();
    // It sends a log and says nowhere that it would; that its list may change, it says.
    expect(complaints).toMatchObject([{ kind: 'not-negotiated', message: expect.stringContaining('logging') }]);
    expect(notifications).toMatchObject([{ method: 'notifications/tools/list_changed' }]);
    await close();
  });

  it('is cancelled in a long call, learns of it, and goes on answering', async (context) => {
    const { client, complaints, close } = await openSession(context, python);
    const controller = new AbortController();
    const heard: unknown[] = [];
    const onProgress = ({ progress }: { progress?: unknown }): void => {
      heard.push(progress);
      if (heard.length === 3) controller.abort();
    };
    const call = client.callTool('wait', {}, { signal: controller.signal, onProgress });
    expect(await errorOf(call)).toMatchObject({ code: 'MCP_ABORTED', outcome: 'unknown' });
    expect(heard).toEqual([1, 2, 3]);
    const cancelled = (): Promise<unknown> => client.callTool('cancelled').then(({ content }) => content);
    await expect.poll(cancelled, { timeout: 10_000 }).toEqual(text('1'));
    await client.ping();
    expect(complaints).toEqual([]);
    await close();
  });

  it('refuses a call by an error, and is told that roots are not offered', async (context) => {
    const { client } = await openSession(context, python);
    expect(await errorOf(client.callTool('divide', { a: 1 }))).toMatchObject({ code: 'MCP_ERROR', remoteCode: -32602 });
    expect((await client.callTool('ask-roots')).content).toEqual(text(/-32601/));
  });

  it('is gone in the middle of a call, and so is a helper in a session of its own', async (context) => {
    const { client, processes, close } = await openSession(context, python);
    const { structuredContent } = await client.callTool('start-helper');
    const { pid } = structuredContent as { pid: number };
    expect(processes().map((found) => found.pid)).toContain(pid);
    const isUnderWay = deferred<unknown>();
    const call = errorOf(client.callTool('wait', {}, { onProgress: isUnderWay.resolve }));
    await isUnderWay.promise;
    await close();
    expect((await call).code).toBe('CLIENT_CLOSED');
    expect(isAlive(pid)).toBe(false);
  });
});

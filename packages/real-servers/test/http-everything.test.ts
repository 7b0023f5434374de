import type { InboundHandler } from '@coding-agent/extensions';
import { describe, expect, it } from 'vitest';
import { deferred } from './support/deferred.ts';
import { errorOf } from './support/error-of.ts';
import { eliciting } from './support/host.ts';
import { openHttpSession } from './support/http-session.ts';
import type { Passed } from './support/relay.ts';
import { everythingServed, serve } from './support/served.ts';
import { expectEveryTool, text } from './support/tool-table.ts';
import { everythingAsks, everythingTools } from './tables/everything.ts';

const long = 'trigger-long-running-operation';

const accept: InboundHandler = ({ mode }) => ({
  action: 'accept',
  ...(mode === 'url' ? {} : { content: { name: 'Ada' } }),
});

describe('server-everything over HTTP', () => {
  it('lists its tools, and every one answers, questions included; its session is ended by us', async (context) => {
    const session = await openHttpSession(context, everythingServed, eliciting(accept));
    const { client, complaints, passed, server, close } = session;
    expect(client.server).toMatchObject({ era: 'legacy', protocolVersion: '2025-11-25' });
    await expectEveryTool(session, [...everythingTools, ...everythingAsks]);
    expect(client.stats().serverRequests).toBeGreaterThanOrEqual(everythingAsks.length);
    expect(complaints).toEqual([]);
    await close();
    const last = passed.at(-1);
    expect(last).toMatchObject({ method: 'DELETE', status: 200, sessionId: expect.any(String) });
    // The probe and `initialize` have no session yet; everything after them is of this one.
    expect(passed.slice(2).filter(({ sessionId }) => sessionId !== last?.sessionId)).toEqual([]);
    const headers = { 'Mcp-Session-Id': last?.sessionId ?? '', 'Content-Type': 'application/json' };
    const answer = await fetch(server, { method: 'POST', headers, body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('No valid session')]);
  });

  it('shows its resources, templates and prompts, and completes a word', async (context) => {
    const { client, complaints } = await openHttpSession(context, everythingServed);
    const { resources } = await client.request('resources/list');
    const [resource] = resources as { uri: string }[];
    const { contents } = await client.request('resources/read', { uri: resource?.uri });
    expect(contents).toMatchObject([{ uri: resource?.uri, text: expect.any(String) }]);
    const { resourceTemplates } = await client.request('resources/templates/list');
    expect(resourceTemplates).toContainEqual(expect.objectContaining({ uriTemplate: expect.any(String) }));
    const { prompts } = await client.request('prompts/list');
    expect(prompts).toContainEqual(expect.objectContaining({ name: 'simple-prompt' }));
    expect(await client.request('prompts/get', { name: 'simple-prompt' })).toMatchObject({ messages: [{}] });
    const asked = {
      ref: { type: 'ref/prompt', name: 'completable-prompt' },
      argument: { name: 'department', value: 'E' },
    };
    expect(await client.request('completion/complete', asked)).toMatchObject({
      completion: { values: ['Engineering'] },
    });
    const refused = errorOf(client.request('prompts/get', { name: 'no-such-prompt' }));
    expect(await refused).toMatchObject({ code: 'MCP_ERROR', method: 'prompts/get', remoteCode: -32_602 });
    expect(complaints).toEqual([]);
  });

  it('tells of progress, and only the one who asked hears it', async (context) => {
    const { client, notifications } = await openHttpSession(context, everythingServed);
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

  it('is told that a call is cancelled, its stream is closed, and the session goes on', async (context) => {
    const { client, complaints, passed, close } = await openHttpSession(context, everythingServed);
    const controller = new AbortController();
    const options = { signal: controller.signal, onProgress: () => controller.abort(new Error('enough')) };
    const call = client.callTool(long, { duration: 600, steps: 30_000 }, options);
    expect(await errorOf(call)).toMatchObject({ code: 'MCP_ABORTED', outcome: 'unknown', abortReason: 'enough' });
    const sent = (message: string): Passed | undefined => passed.find((one) => one.message === message);
    await expect.poll(() => sent('notifications/cancelled')?.status, { timeout: 10_000 }).toBe(202);
    expect(sent('tools/call')).toMatchObject({ status: 200, isWhole: false });
    expect((await client.callTool('echo', { message: 'still here' })).content).toEqual(text('Echo: still here'));
    expect(client.stats()).toMatchObject({ pending: 0, aborts: 1, malformed: 0 });
    expect(complaints).toEqual([]);
    await close();
  });

  it('is closed in the middle of a long call: the session is ended, and no connection stays', async (context) => {
    const { client, passed, close } = await openHttpSession(context, everythingServed);
    const isUnderWay = deferred<unknown>();
    const call = errorOf(client.callTool(long, { duration: 600, steps: 30_000 }, { onProgress: isUnderWay.resolve }));
    await isUnderWay.promise;
    await close();
    expect(await call).toMatchObject({ code: 'CLIENT_CLOSED', outcome: 'unknown' });
    expect(passed.at(-1)).toMatchObject({ method: 'DELETE', status: 200 });
  });

  it('is closed while it waits for an answer', async (context) => {
    const asked = deferred<AbortSignal>();
    const neverAnswers: InboundHandler = (_params, { signal }) => {
      asked.resolve(signal);
      return new Promise(() => {});
    };
    const { client, close } = await openHttpSession(context, everythingServed, eliciting(neverAnswers));
    const call = errorOf(client.callTool('trigger-elicitation-request'));
    const signal = await asked.promise;
    await close();
    expect(await call).toMatchObject({ code: 'CLIENT_CLOSED', outcome: 'unknown' });
    expect(signal.aborted).toBe(true);
  });

  it('tells unasked of logs, of changed lists, and of a resource that was subscribed to', async (context) => {
    const { client, notifications, complaints } = await openHttpSession(context, everythingServed);
    const heard = (): string[] => notifications.map(({ method }) => method);
    const { resources } = await client.request('resources/list');
    const [resource] = resources as { uri: string }[];
    await client.request('resources/subscribe', { uri: resource?.uri });
    await client.callTool('toggle-simulated-logging');
    await client.callTool('toggle-subscriber-updates');
    await client.callTool('gzip-file-as-resource', { data: 'data:text/plain,hello' });
    for (const method of ['message', 'resources/list_changed', 'resources/updated']) {
      await expect.poll(heard, { timeout: 20_000 }).toContain(`notifications/${method}`);
    }
    expect(complaints).toEqual([]);
  });

  it('answers many calls at once, each with its own answer', async (context) => {
    const { client } = await openHttpSession(context, everythingServed);
    const numbers = Array.from({ length: 200 }, (_, a) => a);
    const results = await Promise.all(numbers.map((a) => client.callTool('get-sum', { a, b: 1 })));
    expect(results.map(({ content }) => content)).toEqual(
      numbers.map((a) => text(`The sum of ${a} and 1 is ${a + 1}.`)),
    );
  });

  it('has a session for each client: the end of one is not that of the other', async (context) => {
    const server = await serve(context, everythingServed);
    const first = await openHttpSession(context, server);
    const second = await openHttpSession(context, server);
    await first.close();
    expect((await second.client.callTool('echo', { message: 'on' })).content).toEqual(text('Echo: on'));
    const ids = [first, second].map(({ passed }) => passed.at(-1)?.sessionId);
    expect(new Set(ids).size).toBe(2);
    await second.close();
  });
});

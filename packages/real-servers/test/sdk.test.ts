import type { InboundHandler } from '@coding-agent/extensions';
import { describe, expect, it } from 'vitest';
import { deferred } from './support/deferred.ts';
import { errorOf } from './support/error-of.ts';
import { answering, capabilities, eliciting } from './support/host.ts';
import { sdkLegacy, sdkOfBothEras } from './support/programs.ts';
import { openSession } from './support/session.ts';
import { expectEveryTool, text } from './support/tool-table.ts';
import { sdkTools } from './tables/sdk.ts';

const listChanged = 'notifications/tools/list_changed';
const soup = { dish: 'soup' };

// The same tools by the same SDK: what differs is how it is served, so what is spoken.
describe.each([
  { era: 'modern', protocolVersion: '2026-07-28', program: sdkOfBothEras },
  { era: 'legacy', protocolVersion: '2025-11-25', program: sdkLegacy },
] as const)('a server with the SDK, $era', ({ era, protocolVersion, program }) => {
  it('lists its tools, and every one answers, questions included', async (context) => {
    const session = await openSession(context, program, answering);
    const { client, complaints, close } = session;
    expect(client.server).toMatchObject({ era, protocolVersion, serverInfo: { name: 'sdk-server' } });
    await expectEveryTool(session, sdkTools(era));
    // In the modern era nothing is asked by a request: a result says what is needed, and the call comes again.
    expect(client.stats().serverRequests).toBe(era === 'modern' ? 0 : 4);
    await client.ping();
    expect(complaints).toEqual([]);
    await close();
  });

  it('tells of progress', async (context) => {
    const { client } = await openSession(context, program);
    const heard: unknown[] = [];
    await client.callTool('count', { to: 3 }, { onProgress: (progress) => heard.push(progress) });
    expect(heard).toMatchObject([1, 2, 3].map((progress) => ({ progress, total: 3, message: `step ${progress}` })));
  });

  it('is cancelled in a long call, learns of it, and goes on answering', async (context) => {
    const { client, complaints, close } = await openSession(context, program);
    const controller = new AbortController();
    const call = client.callTool('wait', {}, { signal: controller.signal, onProgress: () => controller.abort() });
    expect(await errorOf(call)).toMatchObject({ code: 'MCP_ABORTED', outcome: 'unknown' });
    const cancelled = (): Promise<unknown> => client.callTool('cancelled').then(({ content }) => content);
    await expect.poll(cancelled, { timeout: 10_000 }).toEqual(text('1'));
    await client.ping();
    expect(client.stats()).toMatchObject({ aborts: 1, malformed: 0 });
    expect(complaints).toEqual([]);
    await close();
  });

  it('is closed in the middle of a long call', async (context) => {
    const { client, close } = await openSession(context, program);
    const isUnderWay = deferred<unknown>();
    const call = errorOf(client.callTool('wait', {}, { onProgress: isUnderWay.resolve }));
    await isUnderWay.promise;
    await close();
    expect((await call).code).toBe('CLIENT_CLOSED');
  });

  it('tells that it has a new tool, which can be called then', async (context) => {
    const { client, notifications, complaints } = await openSession(context, program);
    await client.listTools();
    expect(await errorOf(client.callTool('grown'))).toMatchObject({ code: 'MCP_UNKNOWN_TOOL' });
    await client.callTool('grow');
    await expect.poll(() => notifications.map(({ method }) => method), { timeout: 10_000 }).toContain(listChanged);
    expect((await client.callTool('grown')).content).toEqual(text('here I am'));
    expect(complaints).toEqual([]);
  });

  it('is told no, once and in the second question too', async (context) => {
    const answers = [{ action: 'decline' }, { action: 'accept', content: { size: 'small' } }, { action: 'cancel' }];
    const heard: unknown[] = [];
    const handler: InboundHandler = ({ message }) => {
      heard.push(message);
      return answers.shift();
    };
    const { client } = await openSession(context, program, eliciting(handler));
    expect((await client.callTool('order', soup)).content).toEqual(text('no soup then'));
    expect((await client.callTool('order', soup)).content).toEqual(text('no soup then'));
    expect(heard).toEqual(['What size of soup?', 'What size of soup?', 'A small soup?']);
  });

  it('asks who declares what it has no handler for: the call fails, the connection goes on', async (context) => {
    const { client, close } = await openSession(context, program, { capabilities });
    const call = client.callTool('order', soup);
    if (era === 'modern') expect(await errorOf(call)).toMatchObject({ code: 'MCP_INVALID_RESULT' });
    else expect(await call).toMatchObject({ isError: true });
    await client.ping();
    await close();
  });

  it('asks who declares nothing: the server refuses, the connection goes on', async (context) => {
    const { client, close } = await openSession(context, program);
    const result = await client.callTool('order', soup).catch((error: unknown) => error);
    const refused = { code: 'MCP_ERROR', remoteCode: -32021 };
    expect(result).toMatchObject(era === 'modern' ? refused : { isError: true });
    await client.ping();
    await close();
  });

  it('is cancelled while its question waits for an answer', async (context) => {
    const controller = new AbortController();
    const asked = deferred<AbortSignal>();
    const neverAnswers: InboundHandler = (_params, { signal }) => {
      asked.resolve(signal);
      return new Promise(() => {});
    };
    const { client, close } = await openSession(context, program, eliciting(neverAnswers));
    const call = errorOf(client.callTool('order', soup, { signal: controller.signal }));
    const signal = await asked.promise;
    controller.abort();
    expect((await call).code).toBe('MCP_ABORTED');
    await expect.poll(() => signal.aborted, { timeout: 10_000 }).toBe(true);
    await client.ping();
    await close();
  });
});

it('a log of a modern server reaches nobody who did not ask for logs; a legacy one is believed', async (context) => {
  const heard: string[] = [];
  const options = { onNotification: (method: string) => heard.push(method) };
  const modern = await openSession(context, sdkOfBothEras, options);
  await modern.client.callTool('log');
  await modern.client.ping();
  expect([heard, modern.complaints]).toEqual([[], []]);
  await modern.close();
  const legacy = await openSession(context, sdkLegacy, options);
  await legacy.client.callTool('log');
  await legacy.client.ping();
  expect([heard, legacy.complaints]).toEqual([['notifications/message'], []]);
  await legacy.close();
});

import type { InboundHandler } from '@coding-agent/extensions';
import { describe, expect, it } from 'vitest';
import { deferred } from './support/deferred.ts';
import { errorOf } from './support/error-of.ts';
import { answering, eliciting } from './support/host.ts';
import { openHttpSession } from './support/http-session.ts';
import { sdkServed, sdkServedModernOnly } from './support/served.ts';
import { expectEveryTool, text } from './support/tool-table.ts';
import { sdkTools } from './tables/sdk.ts';

const soup = { dish: 'soup' };

// The same tools by the same SDK, without sessions: the server keeps nothing between two requests.
describe.each([
  { how: 'modern', era: 'modern', protocolVersion: '2026-07-28', program: sdkServed, options: {} },
  { how: 'modern only', era: 'modern', protocolVersion: '2026-07-28', program: sdkServedModernOnly, options: {} },
  { how: 'legacy', era: 'legacy', protocolVersion: '2025-11-25', program: sdkServed, options: { era: 'legacy' } },
] as const)('a server with the SDK over HTTP, $how', ({ era, protocolVersion, program, options }) => {
  it('lists its tools, and every one answers', async (context) => {
    const session = await openHttpSession(context, program, { ...answering, ...options });
    const { client, complaints, passed, close } = session;
    expect(client.server).toMatchObject({ era, protocolVersion, serverInfo: { name: 'sdk-server' } });
    await expectEveryTool(session, sdkTools(era, era === 'modern'));
    await client.ping();
    expect(complaints).toEqual([]);
    await close();
    expect(passed.filter(({ sessionId }) => sessionId !== undefined)).toEqual([]);
    expect(passed.map(({ method }) => method)).not.toContain('DELETE');
  });

  it('tells of progress', async (context) => {
    const { client } = await openHttpSession(context, program, options);
    const heard: unknown[] = [];
    await client.callTool('count', { to: 3 }, { onProgress: (progress) => heard.push(progress) });
    expect(heard).toMatchObject([1, 2, 3].map((progress) => ({ progress, total: 3, message: `step ${progress}` })));
  });

  it('is cancelled in a long call, and goes on answering', async (context) => {
    const { client, complaints, close } = await openHttpSession(context, program, options);
    const controller = new AbortController();
    const call = client.callTool('wait', {}, { signal: controller.signal, onProgress: () => controller.abort() });
    expect(await errorOf(call)).toMatchObject({ code: 'MCP_ABORTED', outcome: 'unknown' });
    // It learns of it by the end of the stream; a legacy server without sessions has nothing to find the call by.
    const cancelled = (): Promise<unknown> => client.callTool('cancelled').then(({ content }) => content);
    await expect.poll(cancelled, { timeout: 10_000 }).toEqual(text('1'));
    expect(client.stats()).toMatchObject({ aborts: 1, malformed: 0, pending: 0 });
    expect(complaints).toEqual([]);
    await close();
  });

  it('is closed in the middle of a long call, and no connection stays', async (context) => {
    const { client, close } = await openHttpSession(context, program, options);
    const isUnderWay = deferred<unknown>();
    const call = errorOf(client.callTool('wait', {}, { onProgress: isUnderWay.resolve }));
    await isUnderWay.promise;
    await close();
    expect((await call).code).toBe('CLIENT_CLOSED');
  });
});

describe('questions of a server with the SDK over HTTP', () => {
  it('are asked in rounds, whatever the server forgets between them', async (context) => {
    const answers = [{ action: 'decline' }, { action: 'accept', content: { size: 'small' } }, { action: 'cancel' }];
    const heard: unknown[] = [];
    const handler: InboundHandler = ({ message }) => {
      heard.push(message);
      return answers.shift();
    };
    const { client } = await openHttpSession(context, sdkServed, eliciting(handler));
    expect((await client.callTool('order', soup)).content).toEqual(text('no soup then'));
    expect((await client.callTool('order', soup)).content).toEqual(text('no soup then'));
    expect(heard).toEqual(['What size of soup?', 'What size of soup?', 'A small soup?']);
  });

  it('fail the call of who declares nothing, and the next one is answered', async (context) => {
    const { client, close } = await openHttpSession(context, sdkServed);
    expect(await errorOf(client.callTool('order', soup))).toMatchObject({ code: 'MCP_ERROR', remoteCode: -32_021 });
    await client.ping();
    await close();
  });
});

it('a server that is modern only refuses who believes in the other era, and says what it speaks', async (context) => {
  const session = openHttpSession(context, sdkServedModernOnly, { era: 'legacy' });
  expect(await errorOf(session)).toMatchObject({ code: 'MCP_UNSUPPORTED_VERSION', serverVersions: ['2026-07-28'] });
});

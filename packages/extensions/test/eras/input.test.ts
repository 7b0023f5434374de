import { describe, expect } from 'vitest';
import type { InboundHandler, McpClientOptions } from '../../src/index.ts';
import { verifies } from '../contract/verifies.ts';
import { errorOf } from '../support/peer.ts';
import { readyClient, textOf } from '../support/process-client.ts';

const modern = { mode: 'modern' } as const;

/** Options of a client that answers questions. */
function answering(handler: InboundHandler): Partial<McpClientOptions> {
  return { capabilities: { elicitation: { form: {} } }, handlers: { 'elicitation/create': handler } };
}

/** A handler that waits until nobody needs it any more. */
function patientHandler() {
  let asked: () => void = () => {};
  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  let released: () => void = () => {};
  const isReleased = new Promise<void>((resolve) => (released = resolve));
  const handler: InboundHandler = async (_params, { signal }) => {
    asked();
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    released();
    return { action: 'cancel' };
  };
  return { handler, isAsked, isReleased };
}

describe('a tool of a modern process that needs input', () => {
  verifies('C-08', 'gets it, round by round: new ids, the same arguments, the state byte for byte', async (context) => {
    const messages: unknown[] = [];
    const handler: InboundHandler = (params) => {
      messages.push(params['message']);
      return { action: 'accept', content: { value: `é ${messages.length}` } };
    };
    const { client, server } = await readyClient(context, modern, answering(handler));
    const result = await client.callTool('ask', { rounds: 3 });
    const answers = [1, 2, 3].map((round) => ({ action: 'accept', content: { value: `é ${round}` } }));
    expect([JSON.parse(textOf(result)), messages]).toEqual([answers, ['Round 1?', 'Round 2?', 'Round 3?']]);
    const calls = server.received('tools/call');
    expect(new Set(calls.map(({ id }) => id)).size).toBe(4);
    for (const { params } of calls) expect(params?.['arguments']).toEqual({ rounds: 3 });
    expect(client.stats()).toMatchObject({ state: 'ready', pending: 0 });
  });

  verifies('C-08', 'is called by several at once, each with its own state', async (context) => {
    const { client } = await readyClient(
      context,
      modern,
      answering(() => ({ action: 'decline' })),
    );
    const results = await Promise.all([1, 2, 3, 1].map((rounds) => client.callTool('ask', { rounds })));
    const counts = results.map((result) => (JSON.parse(textOf(result)) as unknown[]).length);
    expect(counts).toEqual([1, 2, 3, 1]);
  });

  verifies('C-08', 'refuses a client that offers none', async (context) => {
    const { client } = await readyClient(context, modern);
    const error = await errorOf(client.callTool('ask'));
    expect(error).toMatchObject({ code: 'MCP_ERROR', remoteCode: -32021 });
    await client.ping();
  });

  verifies('C-08', 'fails when its handler does, or asks too often, and the connection goes on', async (context) => {
    const broken = await readyClient(
      context,
      modern,
      answering(() => Promise.reject(new Error('no terminal'))),
    );
    expect(await errorOf(broken.client.callTool('ask'))).toMatchObject({
      code: 'MCP_ABORTED',
      cause: expect.objectContaining({ message: 'no terminal' }),
    });
    expect(broken.server.received('tools/call')).toHaveLength(1);
    await broken.client.ping();
    const options = { ...answering(() => ({ action: 'decline' })), limits: { maxInputRounds: 2 } };
    const { client } = await readyClient(context, modern, options);
    expect(await errorOf(client.callTool('ask', { rounds: 9 }))).toMatchObject({ code: 'MCP_INVALID_RESULT' });
    expect(textOf(await client.callTool('echo', { value: 'on' }))).toBe('on');
  });

  verifies('C-13', 'is given up while its handler works, and the handler is told', async (context) => {
    const { handler, isAsked, isReleased } = patientHandler();
    const { client, server } = await readyClient(context, modern, answering(handler));
    const controller = new AbortController();
    const ended = errorOf(client.callTool('ask', {}, { signal: controller.signal }));
    await isAsked;
    controller.abort();
    expect(await ended).toMatchObject({ code: 'MCP_ABORTED', outcome: 'unknown' });
    await isReleased;
    await client.ping();
    expect(server.received('tools/call')).toHaveLength(1);
  });

  verifies('C-30', 'ends with its process while its handler works, and the handler is told', async (context) => {
    const { handler, isAsked, isReleased } = patientHandler();
    const { client } = await readyClient(context, modern, answering(handler));
    const ended = errorOf(client.callTool('ask'));
    await isAsked;
    expect(await errorOf(client.callTool('exit', { code: 5 }))).toMatchObject({ code: 'MCP_PROCESS_EXIT' });
    expect(await ended).toMatchObject({ code: 'MCP_PROCESS_EXIT', exitCode: 5 });
    await isReleased;
  });
});

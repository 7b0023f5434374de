import { describe, expect, test } from 'vitest';
import { errorOf, valueOf, watch } from '../support/endings.ts';
import { openReadyLab, proveEcho } from '../support/lab.ts';
import { isFault, isRefusal } from '../support/wire.ts';

// Who is answered, by whom, and when: the id is all that counts.

describe('requests', () => {
  test('an answer may be faster than the write', { meta: { id: 'early-answer' } }, async (context) => {
    const { client, proveNothingLeft } = await openReadyLab(context, { server: { mode: 'early-answer' } });
    const call = client.callTool('echo', { value: 'x'.repeat(1024 * 1024) });
    const error = await errorOf(call, 'MCP_ERROR', 'a call that is refused before it is read');
    expect(error.message, 'the message of the server').toBe('refused before it was read');
    await proveNothingLeft();
  });

  test('a late answer belongs to nobody', { meta: { id: 'late-answer' } }, async (context) => {
    const { client, proveNothingLeft } = await openReadyLab(context, { server: { mode: 'late-answer' } });
    await errorOf(client.callTool('never', {}, { timeoutMs: 40 }), 'MCP_TIMEOUT', 'a call that is answered too late');
    await proveEcho(client, 'the call before whose answer the late one comes');
    await proveNothingLeft();
  });

  test('an id that nobody waits for is dropped', { meta: { id: 'unknown-id' } }, async (context) => {
    for (const mode of ['unknown-id', 'duplicate-id'] as const) {
      const { client, proveNothingLeft } = await openReadyLab(context, { server: { mode } });
      await proveEcho(client, `the first call in mode ${mode}`);
      await proveEcho(client, `the second call in mode ${mode}`);
      await proveNothingLeft();
    }
  });

  test('the string "3" is not the number 3', { meta: { id: 'string-ids' } }, async (context) => {
    const { client, proveNothingLeft } = await openReadyLab(context, { server: { mode: 'string-ids' } });
    await errorOf(
      client.callTool('echo', { value: '' }),
      'MCP_PROTOCOL_ERROR',
      'a call answered with a string as its id',
    );
    await proveNothingLeft();
  });

  test('what the server asks is not an answer', { meta: { id: 'server-requests' } }, async (context) => {
    const { client, server, proveNothingLeft } = await openReadyLab(context, { server: { mode: 'server-requests' } });
    await proveEcho(client, 'a call whose id the server uses for a request of its own');
    await server.waitFor(isRefusal, { what: 'the answer "method not found" to a request of the server' });
    const [call] = server.received('tools/call');
    const pong = server.received().find(({ id, method }) => id === call?.id && method === undefined);
    expect(pong?.result, 'the answer to the ping of the server').toEqual({});
    await proveNothingLeft();
  });

  test('a call that cannot be written waits for no answer', { meta: { id: 'write-failure' } }, async (context) => {
    const options = { server: { mode: 'stdin-closed-early' }, client: { graceMs: 200 } } as const;
    const { client, server, proveNothingLeft } = await openReadyLab(context, options);
    await errorOf(client.callTool('echo', { value: 1n }), 'MCP_INVALID_PARAMS', 'a call that JSON cannot hold');
    await server.waitFor(isFault, { what: 'the server closes its stdin' });
    await errorOf(client.callTool('echo', { value: '' }), 'MCP_WRITE_FAILED', 'a call into a closed pipe');
    await proveNothingLeft();
  });

  test('a list has many pages, but not endlessly many', { meta: { id: 'pages' } }, async (context) => {
    for (const mode of ['pages', 'empty-cursor'] as const) {
      const { client, proveNothingLeft } = await openReadyLab(context, { server: { mode } });
      const names = (await valueOf(client.listTools(), `listTools() in mode ${mode}`)).map((tool) => tool.name);
      expect(names, `the tools of all pages in mode ${mode}`).toEqual(['echo', 'fail', 'never', 'exit']);
      await proveNothingLeft();
    }
    for (const fresh of [false, true]) {
      const { client, proveNothingLeft } = await openReadyLab(context, { server: { mode: 'stuck-cursor', fresh } });
      const what = `listTools() with a cursor that ${fresh ? 'is another on every page' : 'never moves on'}`;
      await watch(client.listTools(), what, 6_000).error('MCP_PROTOCOL_ERROR'); // many pages take their time
      await proveNothingLeft();
    }
  });
});

import { someInteger, someText } from '@coding-agent/fixture-servers/lab';
import { waitUntilGone } from '@coding-agent/fixture-servers/testing';
import { describe, expect, test } from 'vitest';
import { errorOf, valueOf, watch } from '../support/endings.ts';
import { openLab, openReadyLab, proveEcho } from '../support/lab.ts';

// What stdout may do to a line before a message can be read from it.

describe('bytes and lines', () => {
  test('a line may come in many chunks', { meta: { id: 'split-lines' } }, async (context) => {
    const server = { mode: 'split', splitAt: 'random', seed: someInteger(1, 1_000_000) } as const;
    const { client, proveNothingLeft } = await openReadyLab(context, { server });
    await proveEcho(client, 'a call answered in pieces');
    await proveNothingLeft();
  });

  test('a chunk may hold many lines', { meta: { id: 'glued-lines' } }, async (context) => {
    for (const mode of ['glue', 'crlf', 'blank-lines'] as const) {
      const { client, proveNothingLeft } = await openReadyLab(context, { server: { mode } });
      const both = [
        proveEcho(client, `one of two calls in mode ${mode}`),
        proveEcho(client, `the other in mode ${mode}`),
      ];
      await Promise.all(both);
      await proveNothingLeft();
    }
  });

  test('a chunk may end inside a character', { meta: { id: 'utf8-split' } }, async (context) => {
    const { client, proveNothingLeft } = await openReadyLab(context, { server: { mode: 'split', splitAt: 'utf8' } });
    const value = `${someText()} 工具 🧰 é`;
    const { content } = await valueOf(client.callTool('echo', { value }), 'a call with characters of several bytes');
    expect(content, 'characters that came in two chunks').toBe(value);
    await proveNothingLeft();
  });

  test('a line has a limit', { meta: { id: 'endless-line' } }, async (context) => {
    const server = { mode: 'endless-line', bytes: 16 * 1024 * 1024 } as const;
    const { client, proveNothingLeft } = await openReadyLab(context, { server, client: { maxLineBytes: 64 * 1024 } });
    const calls = ['echo', 'never'].map((name) =>
      watch(client.callTool(name, { value: '' }), `${name}, and an endless line`),
    );
    for (const call of calls) await call.error('MCP_MESSAGE_TOO_LARGE');
    await proveNothingLeft();
  });

  test('stdout is for protocol only', { meta: { id: 'not-protocol' } }, async (context) => {
    const noisy = openLab(context, { server: { mode: 'noise' } });
    await errorOf(noisy.client.initialize(), 'MCP_PROTOCOL_ERROR', 'initialize() after a banner on stdout');
    await noisy.proveNothingLeft();
    for (const mode of ['not-object', 'both', 'neither'] as const) {
      const { client, server, proveNothingLeft } = await openReadyLab(context, { server: { mode } });
      const waiting = watch(client.callTool('never'), `a call that waits in mode ${mode}`);
      await errorOf(client.callTool('echo', { value: '' }), 'MCP_PROTOCOL_ERROR', `a call answered in mode ${mode}`);
      await waiting.error('MCP_PROTOCOL_ERROR');
      await waitUntilGone(server.pids(), { deadlineMs: 3_000 }); // without close(): such a server is not kept
      await proveNothingLeft();
    }
  });
});

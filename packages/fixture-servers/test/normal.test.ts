import { describe, expect, test } from 'vitest';
import { hasSignals } from './support/platform.ts';
import { RawChild } from './support/raw-child.ts';

describe('the server without a fault', () => {
  test('answers initialize with the revision it was asked for, if it knows it (C-07)', async () => {
    const raw = new RawChild();
    for (const [id, protocolVersion] of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'].entries()) {
      raw.say({ id, method: 'initialize', params: { protocolVersion } });
      expect((await raw.answerTo(id)).result).toMatchObject({ protocolVersion, capabilities: { tools: {} } });
    }
    raw.say({ id: 9, method: 'initialize', params: { protocolVersion: '1980-01-01' } });
    expect((await raw.answerTo(9)).result).toMatchObject({ protocolVersion: '2025-11-25' });
    await raw.close();
  });

  test('refuses tools before the initialized notification has come (L-11)', async () => {
    const raw = new RawChild();
    raw.say({ id: 1, method: 'initialize', params: {} });
    raw.say({ id: 2, method: 'tools/list' });
    raw.call(3, 'echo', { value: 'x' });
    expect((await raw.answerTo(2)).error).toEqual({ code: -32002, message: 'not initialized' });
    expect((await raw.answerTo(3)).error).toEqual({ code: -32002, message: 'not initialized' });
    await raw.close();
  });

  test('lists its four tools with their schemas', async () => {
    const raw = await new RawChild().handshake();
    raw.say({ id: 1, method: 'tools/list' });
    const { tools } = (await raw.answerTo(1)).result as { tools: Record<string, unknown>[] };
    expect(tools.map(({ name }) => name)).toEqual(['echo', 'fail', 'never', 'exit']);
    for (const tool of tools) {
      expect(tool).toEqual({
        name: expect.any(String),
        description: expect.any(String),
        inputSchema: expect.objectContaining({ type: 'object' }),
      });
    }
    raw.say({ id: 2, method: 'tools/list', params: { cursor: 'page-2' } });
    expect((await raw.answerTo(2)).error).toMatchObject({ code: -32602 });
    await raw.close();
  });

  test('answers a delayed echo after a later one without delay (L-05)', async () => {
    const raw = await new RawChild().handshake();
    raw.call(1, 'echo', { value: 'slow', delay: 30 });
    raw.call(2, 'echo', { value: 'fast', delay: 0 });
    await raw.answerTo(1);
    expect(raw.messages.slice(1)).toEqual([
      { jsonrpc: '2.0', id: 2, result: { content: 'fast' } },
      { jsonrpc: '2.0', id: 1, result: { content: 'slow' } },
    ]);
    await raw.close();
  });

  test('gives an echo back unchanged, whatever characters are in it', async () => {
    const raw = await new RawChild().handshake();
    const value = 'plain 中文 🙂 \u2028 "quoted" \n\t\\ \0';
    raw.call(1, 'echo', { value });
    expect((await raw.answerTo(1)).result).toEqual({ content: value });
    raw.call(2, 'echo', { value: { a: 1 } });
    expect((await raw.answerTo(2)).result).toEqual({ content: '{"a":1}' });
    await raw.close();
  });

  test('has the real shape of a tool result when asked for it, tool errors included (L-06)', async () => {
    const raw = await new RawChild({ shape: 'mcp' }).handshake();
    raw.call(1, 'echo', { value: 'x' });
    expect((await raw.answerTo(1)).result).toEqual({ content: [{ type: 'text', text: 'x' }] });
    raw.call(2, 'fail', { isError: true, message: 'no luck' });
    expect((await raw.answerTo(2)).result).toEqual({ content: [{ type: 'text', text: 'no luck' }], isError: true });
    await raw.close();
  });

  test('refuses with the error that `fail` was told, and serves on (C-15)', async () => {
    const raw = await new RawChild().handshake();
    raw.call(1, 'fail');
    raw.call(2, 'fail', { code: -32050, message: 'as told', data: { why: [1, null] } });
    raw.call(3, 'echo', { value: 'healthy' });
    expect((await raw.answerTo(1)).error).toEqual({ code: -32001, message: 'the tool refused' });
    expect((await raw.answerTo(2)).error).toEqual({ code: -32050, message: 'as told', data: { why: [1, null] } });
    expect((await raw.answerTo(3)).result).toEqual({ content: 'healthy' });
    await raw.close();
  });

  test('tells unknown tools, unknown methods and wrong arguments apart', async () => {
    const raw = await new RawChild().handshake();
    raw.call(1, 'nope');
    raw.say({ id: 2, method: 'tools/nope' });
    raw.call(3, 'echo', {});
    raw.call(4, 'echo', { value: 'x', delay: -1 });
    raw.call(5, 'exit', { code: 1000 });
    raw.call(6, 'fail', { code: 'x' });
    raw.say({ id: 7, method: 'tools/call', params: { name: 'echo', arguments: null } });
    raw.child.stdin.write('{"id":8,"method":"ping"}\n');
    raw.say({ id: 9, method: 'ping' });
    await raw.answerTo(9);
    expect(raw.messages.slice(1).map(({ id, error }) => [id, error?.code])).toEqual([
      [1, -32602],
      [2, -32601],
      [3, -32602],
      [4, -32602],
      [5, -32602],
      [6, -32602],
      [7, -32602],
      [8, -32600],
      [9, undefined],
    ]);
    await raw.close();
  });

  test('does not answer `never`, nor a delayed echo that was cancelled (C-14)', async () => {
    const raw = await new RawChild().handshake();
    raw.call(1, 'never');
    raw.call(2, 'echo', { value: 'cancelled', delay: 20 });
    raw.cancel(2);
    raw.call(3, 'echo', { value: 'later', delay: 60 });
    await raw.answerTo(3);
    expect(raw.messages.map(({ id }) => id)).toEqual([0, 3]);
    await raw.close();
  });

  test.runIf(hasSignals)('ends in mid-call with the exit code or the signal that `exit` was told (C-30)', async () => {
    const coded = await new RawChild().handshake();
    coded.call(1, 'exit', { code: 9 });
    expect(await coded.exit()).toEqual({ code: 9, signal: null });
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      const signalled = await new RawChild().handshake();
      signalled.call(1, 'exit', { signal });
      expect(await signalled.exit()).toEqual({ code: null, signal });
      expect(signalled.messages).toHaveLength(1);
    }
  });

  test('loses no output when it ends right after a large answer', async () => {
    const value = 'x'.repeat(3_000_000);
    const raw = await new RawChild().handshake();
    raw.child.stdout.pause(); // nothing is read until the server wants to go
    raw.call(1, 'echo', { value });
    raw.call(2, 'exit', { code: 5 });
    await raw.server.waitFor((entry) => entry.event === 'received' && entry.message.id === 2);
    raw.child.stdout.resume();
    expect(await raw.exit()).toEqual({ code: 5, signal: null });
    expect((await raw.answerTo(1)).result).toEqual({ content: value });
  });

  test('drops what is delayed, but nothing that was answered, when stdin ends', async () => {
    const raw = await new RawChild().handshake();
    raw.call(1, 'echo', { value: 'delayed', delay: 60_000 });
    raw.call(2, 'echo', { value: 'y'.repeat(1_000_000) });
    await raw.close();
    await raw.answerTo(2);
    expect(raw.messages.map(({ id }) => id)).toEqual([0, 2]);
  });
});

import { describe, expect, it, vi } from 'vitest';
import { startFixture, startScript, words } from './support/recorded.ts';

describe('messages', () => {
  it('C-20: go out one a line, several in one write, and come back in order', async () => {
    const { server, recorded } = startFixture({ mode: 'normal' });
    await recorded.shakeHands();
    const calls = ['ä', '中', '🙂'].map((value, index) =>
      JSON.stringify({
        jsonrpc: '2.0',
        id: 10 + index,
        method: 'tools/call',
        params: { name: 'echo', arguments: { value } },
      }),
    );
    const dones: (Error | undefined)[] = [];
    expect(recorded.transport.send(calls, (error) => dones.push(error))).toBe(true);
    await recorded.until(
      () => recorded.messages.find((message) => 'id' in message && message.id === 12),
      'the last answer',
    );
    expect(recorded.messages.slice(-3)).toMatchObject([
      { id: 10, result: { content: 'ä' } },
      { id: 11, result: { content: '中' } },
      { id: 12, result: { content: '🙂' } },
    ]);
    expect(server.received('tools/call')).toHaveLength(3);
    expect(dones).toEqual([undefined]);
  });

  it.each(['blank-lines', 'crlf'] as const)(
    'C-20: of a server in mode %s arrive, and blank lines are nothing',
    async (mode) => {
      const { recorded } = startFixture({ mode });
      await recorded.shakeHands();
      expect(await recorded.ask('tools/call', { name: 'echo', arguments: { value: 'x' } })).toMatchObject({
        kind: 'result',
      });
      expect(recorded.messages.map(({ kind }) => kind)).toEqual(['result', 'result']);
    },
  );

  it('a flood of blank lines is noise, a thousand at a time; fewer, and those between messages, are nothing', async () => {
    const recorded = startScript(`
      const line = JSON.stringify({ jsonrpc: '2.0', method: 'x' }) + '\\n';
      process.stdout.write(('\\r\\n'.repeat(900) + line).repeat(5) + '\\n'.repeat(2500) + line); process.stdin.resume();`);
    await recorded.until(
      () => (recorded.messages.filter(({ kind }) => kind === 'notification').length === 6 ? true : undefined),
      'the messages',
    );
    expect(recorded.messages.map(({ kind }) => kind).slice(5)).toEqual(['noise', 'noise', 'notification']);
    expect(recorded.messages[5]).toEqual({ kind: 'noise', bytes: 1000, sample: '' });
  });

  it('C-30: a handler of diagnostics may reject', async () => {
    const recorded = startScript(`console.log('{"jsonrpc":"2.0","method":"x"}'); process.stdin.resume();`);
    let told = 0;
    recorded.transport.onMessage = () => {
      throw new Error('from the handler');
    };
    recorded.transport.onDiagnostic = () => {
      told += 1;
      // As a host without types may do it.
      return Promise.reject(new Error('from the handler')) as unknown as undefined;
    };
    await vi.waitFor(() => expect(told).toBe(1), { timeout: 20_000 });
    await recorded.close();
  });

  it('C-30: a handler that throws does not stop the reader', async () => {
    const { recorded } = startFixture({ mode: 'normal' });
    await recorded.shakeHands();
    const { onMessage } = recorded.transport;
    recorded.transport.onMessage = () => {
      recorded.transport.onMessage = onMessage;
      throw new Error('from the handler');
    };
    recorded.callTool('echo', { value: 'lost' });
    await recorded.ask('tools/call', { name: 'echo', arguments: { value: 'x' } });
    expect(recorded.diagnostics).toMatchObject([{ kind: 'handler-failed' }]);
    expect(recorded.ends).toEqual([]);
  });

  it('C-30: handlers of the end may throw, too', async () => {
    const recorded = startScript('process.exit(0)');
    recorded.transport.onClose = () => {
      throw new Error('from the handler');
    };
    recorded.transport.send(['{}'], () => {
      throw new Error('from the handler');
    });
    expect((await recorded.close()).survivors).toEqual([]);
  });

  it('nothing is delivered after close was called, also of a chunk that is being cut into lines', async () => {
    const recorded = startScript(`
      const line = JSON.stringify({ jsonrpc: '2.0', method: 'x' }) + '\\n';
      process.stdout.write(line.repeat(100)); process.stdin.resume();`);
    const { onMessage } = recorded.transport;
    recorded.transport.onMessage = (message) => {
      onMessage(message);
      void recorded.transport.close();
    };
    expect(await recorded.end()).toMatchObject({ code: 'CLIENT_CLOSED' });
    await recorded.close();
    expect(words(recorded)).toEqual(['message', 'close']);
  });

  it('are refused after the end, with one call of done', async () => {
    const { recorded } = startFixture({ mode: 'normal' });
    await recorded.close();
    expect(recorded.send({ method: 'late' })).toBe(false);
    await recorded.until(() => (recorded.happenings.at(-1)?.what === 'sent' ? true : undefined), 'done');
    expect(words(recorded)).toEqual(['close', 'not sent']);
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { isAlive, settlesWithin, waitUntilGone } from '../src/testing/index.ts';
import { hasSignals } from './support/platform.ts';
import { RawChild } from './support/raw-child.ts';

describe('ends without being asked (C-05, C-30)', () => {
  test('mode exit-on-start says why on stderr and ends with code 7, having read nothing', async () => {
    const raw = new RawChild({ mode: 'exit-on-start' });
    const closed = once(raw.child, 'close');
    raw.say({ id: 0, method: 'initialize', params: {} });
    expect(await raw.exit()).toEqual({ code: 7, signal: null });
    await closed;
    expect(raw.output).toBe('');
    expect(raw.errors).toContain('ending before the handshake');
    expect(raw.server.received()).toEqual([]);
  });

  test('mode exit-mid-call ends with code 7 at any tools/call', async () => {
    const raw = await new RawChild({ mode: 'exit-mid-call' }).handshake();
    raw.call(1, 'echo', { value: 'x' });
    expect(await raw.exit()).toEqual({ code: 7, signal: null });
    expect(raw.messages).toHaveLength(1);
    expect(raw.server.journal().at(-1)).toMatchObject({ event: 'exit', code: 7 });
  });

  test('mode half-line-exit leaves half an answer behind', async () => {
    const raw = await new RawChild({ mode: 'half-line-exit' }).handshake();
    const closed = once(raw.child, 'close');
    const before = raw.output.length;
    raw.call(1, 'echo', { value: 'x' });
    expect(await raw.exit()).toEqual({ code: 7, signal: null });
    await closed;
    const whole = '{"jsonrpc":"2.0","id":1,"result":{"content":"x"}}';
    expect(raw.output.slice(before)).toBe(whole.slice(0, whole.length / 2));
  });
});

describe('looks well, and is not (M-03, M-08)', () => {
  test('mode exit-after-list answers tools/list, and ends with code 7', async () => {
    const raw = await new RawChild({ mode: 'exit-after-list', delayMs: 1 }).handshake();
    raw.say({ id: 1, method: 'tools/list', params: {} });
    expect(await raw.exit()).toEqual({ code: 7, signal: null });
    expect(raw.messages.at(-1)).toMatchObject({ id: 1, result: { tools: expect.any(Array) } });
  });

  test('mode slow-first-start is slow until it was left alone once', async () => {
    const raw = await new RawChild({ mode: 'slow-first-start', delayMs: 1 }).handshake();
    const again = spawn(raw.server.executable, raw.server.args, { stdio: ['pipe', 'ignore', 'ignore'] });
    again.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' })}\n`);
    await raw.server.waitFor((entry) => entry.event === 'received' && entry.message.id === 2);
    const faults = raw.server.journal().filter(({ event }) => event === 'fault');
    expect(faults).toMatchObject([{ what: 'fetching' }, { what: 'fetched' }]);
  });
});

describe('closes a pipe and lives on (C-30, Q-01)', () => {
  test.runIf(hasSignals)(
    'mode stdin-closed-early: the next write breaks, and only a signal ends the server',
    async () => {
      const raw = await new RawChild({ mode: 'stdin-closed-early' }).handshake();
      await raw.server.waitFor((entry) => entry.event === 'fault' && entry.what === 'stdin closed');
      const broken = once(raw.child.stdin, 'error');
      raw.call(1, 'echo', { value: 'x' });
      const [error] = await broken;
      expect(error).toMatchObject({ code: expect.stringMatching(/EPIPE|ECONNRESET/) });
      expect(isAlive(raw.child.pid ?? 0)).toBe(true);
      raw.child.kill('SIGTERM');
      expect(await raw.exit()).toEqual({ code: null, signal: 'SIGTERM' });
    },
  );

  test('mode stdout-closed: stdout ends while the process lives', async () => {
    const raw = await new RawChild({ mode: 'stdout-closed' }).handshake();
    const ended = once(raw.child.stdout, 'end');
    raw.call(1, 'echo', { value: 'x' });
    await settlesWithin(ended, 20_000, 'the end of stdout');
    expect(isAlive(raw.child.pid ?? 0)).toBe(true);
    expect(raw.messages).toHaveLength(1);
    await raw.close();
  });
});

describe('refuses to end (C-31, C-32)', () => {
  test.runIf(hasSignals)('mode ignore-stdin-end lives on when stdin has ended, and SIGTERM ends it', async () => {
    const raw = await new RawChild({ mode: 'ignore-stdin-end' }).handshake();
    raw.call(1, 'echo', { value: 'still here', delay: 50 });
    raw.child.stdin.end();
    await raw.server.waitFor((entry) => entry.event === 'stdin-end');
    expect((await raw.answerTo(1)).result).toEqual({ content: 'still here' });
    expect(isAlive(raw.child.pid ?? 0)).toBe(true);
    raw.child.kill('SIGTERM');
    expect(await raw.exit()).toEqual({ code: null, signal: 'SIGTERM' });
    expect(raw.server.journal().at(-1)).toMatchObject({ event: 'signal', signal: 'SIGTERM' });
  });

  test.runIf(hasSignals)('mode ignore-sigterm lives on after SIGTERM, and SIGKILL ends it', async () => {
    const raw = await new RawChild({ mode: 'ignore-sigterm' }).handshake();
    raw.child.stdin.end();
    await raw.server.waitFor((entry) => entry.event === 'stdin-end');
    for (const count of [1, 2]) {
      raw.child.kill('SIGTERM');
      await raw.server.waitFor(() => raw.server.journal().filter(({ event }) => event === 'signal').length === count);
    }
    expect(isAlive(raw.child.pid ?? 0)).toBe(true);
    raw.child.kill('SIGKILL');
    expect(await raw.exit()).toEqual({ code: null, signal: 'SIGKILL' });
  });

  test('mode grandchild: the server ends with stdin, the grandchild holds the pipes until it is gone', async () => {
    const raw = await new RawChild({ mode: 'grandchild' }).handshake();
    const [server = 0, grandchild = 0, ...others] = raw.server.pids();
    expect(others).toEqual([]);
    let closed = false;
    const close = once(raw.child, 'close').then(() => (closed = true));
    raw.child.stdin.end();
    expect(await raw.exit()).toEqual({ code: 0, signal: null });
    await waitUntilGone(server);
    expect(isAlive(grandchild)).toBe(true);
    expect(closed, 'the pipes are still open').toBe(false);
    process.kill(grandchild, 'SIGKILL');
    await settlesWithin(close, 20_000, 'the end of the pipes');
    await waitUntilGone(grandchild);
  });
});

describe('mode slow-reader (C-17)', () => {
  test('reads nothing after the handshake until it is released, then everything', async () => {
    const raw = await new RawChild({ mode: 'slow-reader', hold: true }).handshake();
    await raw.server.waitFor((entry) => entry.event === 'fault' && entry.what === 'holding');
    raw.call(1, 'echo', { value: 'x'.repeat(5_000_000) });
    raw.call(2, 'echo', { value: 'last' });
    expect(raw.child.stdin.writableNeedDrain).toBe(true);
    raw.server.release();
    expect((await raw.answerTo(2)).result).toEqual({ content: 'last' });
    await raw.close();
    const events = raw.server.journal().map((entry) => (entry.event === 'fault' ? entry.what : entry.event));
    const held = ['holding', 'released', 'received', 'sent', 'received', 'sent', 'stdin-end', 'exit'];
    expect(events.slice(-held.length)).toEqual(held);
  });

  test('reads in slow pieces, and serves all the same', async () => {
    const raw = await new RawChild({ mode: 'slow-reader' }).handshake();
    raw.call(1, 'echo', { value: 'x'.repeat(300_000) });
    raw.call(2, 'echo', { value: 'last' });
    expect((await raw.answerTo(2)).result).toEqual({ content: 'last' });
    const pauses = raw.server.journal().filter((entry) => entry.event === 'fault' && entry.what === 'pause');
    expect(pauses.length, 'pauses for 300 KB at 64 KiB each').toBeGreaterThanOrEqual(4);
    await raw.close();
  });
});

describe('the self-kill timer (L-06)', () => {
  test.runIf(hasSignals)('ends a server whose client never says anything', async () => {
    const raw = new RawChild({ selfKillMs: 150 });
    expect(await raw.exit()).toEqual({ code: null, signal: 'SIGKILL' });
    expect(raw.server.journal().map(({ event }) => event)).toEqual(['start', 'self-kill']);
  });

  test.runIf(hasSignals)('ends a server that ignores everything', async () => {
    const raw = new RawChild({ mode: 'ignore-sigterm', selfKillMs: 400 });
    await raw.server.waitFor((entry) => entry.event === 'start');
    raw.child.stdin.end();
    raw.child.kill('SIGTERM');
    expect(await raw.exit()).toEqual({ code: null, signal: 'SIGKILL' });
  });

  test.runIf(hasSignals)('ends a server that writes into a pipe nobody reads', async () => {
    const raw = new RawChild({ mode: 'endless-line', selfKillMs: 400 });
    raw.child.stdout.pause();
    raw.say({ id: 0, method: 'initialize', params: {} });
    raw.say({ method: 'notifications/initialized' });
    raw.call(1, 'echo', { value: 'x' });
    expect(await raw.exit()).toEqual({ code: null, signal: 'SIGKILL' });
  });

  test('ends a grandchild too', async () => {
    const raw = new RawChild({ mode: 'grandchild', selfKillMs: 400 });
    await raw.server.waitFor((entry) => entry.event === 'spawned');
    expect(raw.server.pids()).toHaveLength(2);
    await raw.exit();
    await waitUntilGone(raw.server.pids());
  });

  test('does not keep a server alive whose stdin has ended', async () => {
    const raw = await new RawChild({ selfKillMs: 60_000 }).handshake();
    await raw.close();
    expect(raw.server.journal().at(-1)).toMatchObject({ event: 'exit', code: 0 });
  });
});

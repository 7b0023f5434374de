import { describe, expect, test } from 'vitest';
import { RawChild } from './support/raw-child.ts';

describe('mode endless-line (C-20, Q-01)', () => {
  test('writes as many bytes as it was told, and no newline', async () => {
    const raw = await new RawChild({ mode: 'endless-line', bytes: 2_000_000 }).handshake();
    const before = raw.output.length;
    raw.call(1, 'echo', { value: 'x' });
    await raw.server.waitFor((entry) => entry.event === 'fault');
    await raw.close();
    expect(raw.output.length - before).toBe(2_000_000);
    expect(raw.lines).toHaveLength(1);
  });

  test('is no faster than its reader: an unread flood is not kept in memory', async () => {
    const raw = await new RawChild({ mode: 'endless-line', bytes: 1e12 }).handshake();
    raw.child.stdout.pause();
    raw.call(1, 'echo', { value: 'x' });
    await raw.server.waitFor((entry) => entry.event === 'received' && entry.message.id === 1);
    raw.say({ id: 2, method: 'ping' }); // the event loop is free although stdout is full
    await raw.server.waitFor((entry) => entry.event === 'received' && entry.message.id === 2);
    // Told to end before anything is read: what still comes is what it had handed over, not what it could have.
    raw.child.stdin.end();
    await raw.server.waitFor((entry) => entry.event === 'stdin-end');
    raw.child.stdout.resume();
    expect(await raw.exit()).toEqual({ code: 0, signal: null });
    expect(raw.output.length).toBeLessThan(4 * 1024 * 1024);
  });
});

describe('mode stderr-flood (C-24, Q-02)', () => {
  test('floods stderr before each answer, in characters of several bytes, and ends with the last words', async () => {
    const raw = await new RawChild({ mode: 'stderr-flood', bytes: 300_000, lastWords: 'adieu' }).handshake();
    raw.call(1, 'echo', { value: 'x' });
    expect((await raw.answerTo(1)).result).toEqual({ content: 'x' });
    await raw.close();
    const flood = 4688 * 64 + 'adieu\n'.length; // 300 000 bytes, in whole lines
    expect(Buffer.byteLength(raw.errors)).toBe(2 * flood);
    expect(raw.errors).toMatch(/…\nadieu\n$/);
    expect(raw.errors).not.toContain('\ufffd');
  });

  test('does not answer while nobody reads stderr', async () => {
    const raw = new RawChild({ mode: 'stderr-flood' }, { readStderr: false });
    raw.say({ id: 0, method: 'initialize', params: {} });
    raw.say({ id: 1, method: 'ping' });
    await raw.server.waitFor((entry) => entry.event === 'received' && entry.message.id === 1);
    expect(raw.server.journal().filter((entry) => entry.event === 'sent')).toEqual([]);
    raw.child.stderr.resume();
    await raw.answerTo(1);
    await raw.close();
  });
});

test('mode notification-flood sends notifications before each answer, known and unknown ones (C-23)', async () => {
  const raw = await new RawChild({ mode: 'notification-flood', count: 500 }).handshake();
  raw.call(1, 'echo', { value: 'x' });
  await raw.answerTo(1);
  const methods = raw.messages.map(({ id, method }) => method ?? `answer ${id}`);
  expect(methods).toHaveLength(1002);
  expect(methods.slice(-3)).toEqual(['notifications/message', 'notifications/fixture', 'answer 1']);
  expect(methods[500]).toBe('answer 0');
  await raw.close();
});

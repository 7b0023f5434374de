import { describe, expect, test } from 'vitest';
import type { WireMessage } from '../src/index.ts';
import { modernMeta } from './support/modern-child.ts';
import { hasSignals } from './support/platform.ts';
import { RawChild } from './support/raw-child.ts';

const legacy = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];
const initialize = { id: 'i', method: 'initialize', params: { protocolVersion: '2025-11-25' } };
const discover = { id: 'd', method: 'server/discover', params: { _meta: modernMeta } };
const unsupported = (supported: string[], requested: string): object => ({
  code: -32022,
  message: 'unsupported protocol version',
  data: { supported, requested },
});

/** What a server answers to messages, one after the other. */
async function answers(
  raw: RawChild,
  ...messages: { id: string; method: string; params?: object }[]
): Promise<WireMessage[]> {
  const seen = [];
  for (const message of messages) {
    raw.say(message);
    seen.push(await raw.answerTo(message.id));
  }
  return seen;
}

describe('mode dual-era (C-08)', () => {
  test('is a modern server for who begins in the modern way, and refuses initialize then', async () => {
    for (const first of [discover, { ...discover, method: 'tools/list' }]) {
      const raw = new RawChild({ mode: 'dual-era' });
      const [begun, refused] = await answers(raw, first, initialize);
      expect(begun?.result).toMatchObject({ resultType: 'complete' });
      expect(refused?.error).toEqual(unsupported(['2026-07-28'], '2025-11-25'));
      await raw.close();
    }
  });

  test('is a legacy server for everybody else, and does not know server/discover then', async () => {
    const raw = await new RawChild({ mode: 'dual-era' }).handshake();
    expect(raw.messages[0]?.result).toMatchObject({ protocolVersion: '2025-11-25' });
    const [refused, listed] = await answers(raw, discover, { ...discover, id: 'l', method: 'tools/list' });
    expect(refused?.error).toMatchObject({ code: -32601 });
    expect(listed?.result).not.toHaveProperty('resultType');
    raw.call(1, 'echo', { value: 'x' });
    expect((await raw.answerTo(1)).result).toEqual({ content: 'x' });
    await raw.close();
  });
});

describe('mode discover-legacy (C-08)', () => {
  test('lists legacy revisions, and refuses initialize on the process that did', async () => {
    const raw = new RawChild({ mode: 'discover-legacy' });
    const [discovered, refused, listed] = await answers(raw, discover, initialize, {
      ...discover,
      id: 'l',
      method: 'tools/list',
    });
    expect(discovered?.result).toMatchObject({ resultType: 'complete', supportedVersions: legacy });
    expect(refused?.error).toEqual(unsupported(legacy, '2025-11-25'));
    expect(listed?.error).toEqual(unsupported(legacy, '2026-07-28'));
    await raw.close();
  });

  test('serves initialize in a process that begins with it', async () => {
    const raw = await new RawChild({ mode: 'discover-legacy' }).handshake();
    raw.call(1, 'echo', { value: 'x' });
    expect((await raw.answerTo(1)).result).toEqual({ content: 'x' });
    await raw.close();
  });
});

describe('legacy servers that are asked something before initialize (C-08)', () => {
  test('mode probe-invalid answers with -32602', async () => {
    const raw = new RawChild({ mode: 'probe-invalid' });
    const [refused, initialized] = await answers(raw, discover, initialize);
    expect(refused?.error).toEqual({ code: -32602, message: 'Invalid request parameters' });
    expect(initialized?.result).toMatchObject({ protocolVersion: '2025-11-25' });
    await raw.close();
  });

  test('mode probe-silent says nothing', async () => {
    const raw = new RawChild({ mode: 'probe-silent' });
    raw.say(discover);
    await answers(raw, { id: 'p', method: 'ping' }, initialize);
    expect(raw.messages.map(({ id }) => id)).toEqual(['p', 'i']);
    await raw.close();
  });

  test('mode probe-exit ends with code 1', async () => {
    const raw = new RawChild({ mode: 'probe-exit' });
    raw.say(discover);
    expect(await raw.exit()).toEqual({ code: 1, signal: null });
    expect(raw.messages).toEqual([]);
  });

  test('all of them serve who begins with initialize, and do not know the question afterwards', async () => {
    for (const mode of ['probe-invalid', 'probe-silent', 'probe-exit'] as const) {
      const raw = await new RawChild({ mode }).handshake();
      const [refused] = await answers(raw, discover);
      expect(refused?.error, mode).toMatchObject({ code: -32601 });
      raw.call(1, 'echo', { value: 'x' });
      expect((await raw.answerTo(1)).result, mode).toEqual({ content: 'x' });
      await raw.close();
    }
  });
});

describe('a modern server that is slow to start', () => {
  test('reads everything in the end, in the order in which it came', async () => {
    const raw = new RawChild({ mode: 'modern', delayMs: 20 });
    raw.say(discover);
    raw.say(initialize);
    await raw.answerTo('i');
    expect(raw.messages.map(({ id }) => id)).toEqual(['d', 'i']);
    await raw.close();
  });

  test.runIf(hasSignals)('has read nothing when it is ended before', async () => {
    const raw = new RawChild({ mode: 'modern', delayMs: 60_000 });
    raw.say(discover);
    await raw.server.waitFor(({ event }) => event === 'start');
    raw.child.kill('SIGTERM');
    expect(await raw.exit()).toEqual({ code: null, signal: 'SIGTERM' });
    expect([raw.server.received(), raw.messages]).toEqual([[], []]);
  });
});

import { describe, expect, test } from 'vitest';
import { RawChild } from './support/raw-child.ts';

const text = '中文🙂é中文🙂é';

/** Where the chunks of stdout begin, counted in bytes. */
function chunkStarts(raw: RawChild): number[] {
  const starts: number[] = [];
  let at = 0;
  for (const chunk of raw.chunks) {
    starts.push(at);
    at += chunk.length;
  }
  return starts;
}

describe('mode split (C-20, L-09)', () => {
  test('cuts an answer into many chunks, and all of it arrives', async () => {
    const raw = await new RawChild({ mode: 'split' }).handshake();
    const before = raw.chunks.length;
    raw.call(1, 'echo', { value: text });
    expect((await raw.answerTo(1)).result).toEqual({ content: text });
    expect(raw.chunks.length - before, 'chunks of one answer').toBeGreaterThan(10);
    await raw.close();
  });

  test('cuts inside characters of several bytes, and only there', async () => {
    const raw = await new RawChild({ mode: 'split', splitAt: 'utf8' }).handshake();
    const before = raw.chunks.length;
    expect(before, 'plain ASCII is not cut').toBe(1);
    raw.call(1, 'echo', { value: text });
    expect((await raw.answerTo(1)).result).toEqual({ content: text });
    const bytes = Buffer.concat(raw.chunks);
    const cuts = chunkStarts(raw).slice(before + 1);
    expect(cuts.length, 'cuts in one answer').toBeGreaterThan(4);
    for (const cut of cuts) expect((bytes[cut] ?? 0) & 0xc0, `byte at cut ${cut} continues a character`).toBe(0x80);
    await raw.close();
  });

  test('draws random cuts from the seed', async () => {
    const raw = await new RawChild({ mode: 'split', splitAt: 'random', seed: 7 }).handshake();
    raw.call(1, 'echo', { value: text.repeat(20) });
    expect((await raw.answerTo(1)).result).toEqual({ content: text.repeat(20) });
    expect(raw.chunks.length).toBeGreaterThan(3);
    await raw.close();
  });

  test('never mixes the pieces of two answers', async () => {
    const raw = await new RawChild({ mode: 'split', splitAt: 'random' }).handshake();
    for (const id of [1, 2, 3]) raw.call(id, 'echo', { value: `${id}`.repeat(200) });
    await raw.answerTo(3);
    expect(raw.messages.slice(1).map(({ result }) => result)).toEqual(
      [1, 2, 3].map((id) => ({ content: `${id}`.repeat(200) })),
    );
    await raw.close();
  });
});

test('mode glue writes the answers of a batch at once (C-20)', async () => {
  const raw = await new RawChild({ mode: 'glue', batch: 3 }).handshake();
  const before = raw.chunks.length;
  for (const id of [1, 2, 3]) raw.call(id, 'echo', { value: `${id}` });
  await raw.answerTo(3);
  expect(raw.chunks.length - before).toBe(1);
  expect(raw.messages.slice(1).map(({ id }) => id)).toEqual([1, 2, 3]);
  await raw.close();
});

test('mode crlf ends every line with CR and LF (C-20)', async () => {
  const raw = await new RawChild({ mode: 'crlf' }).handshake();
  raw.call(1, 'echo', { value: 'x' });
  await raw.answerTo(1);
  expect(raw.lines).toHaveLength(2);
  for (const line of raw.lines) expect(line).toMatch(/^\{.*\}\r$/);
  await raw.close();
});

test('mode blank-lines surrounds answers with empty lines, with and without CR (C-20)', async () => {
  const raw = await new RawChild({ mode: 'blank-lines' }).handshake();
  raw.call(1, 'echo', { value: 'x' });
  await raw.answerTo(1);
  await raw.close();
  const one = ['', '\r', expect.stringMatching(/^\{/), ''];
  expect(raw.lines).toEqual([...one, ...one]);
});

test('mode noise prints a banner first and a log line before each answer (C-21)', async () => {
  const raw = await new RawChild({ mode: 'noise' }).handshake();
  raw.call(1, 'echo', { value: 'x' });
  await raw.answerTo(1);
  expect(raw.lines.map((line) => line.slice(0, 7))).toEqual(['fixture', '[info] ', '{"jsonr', '[info] ', '{"jsonr']);
  await raw.close();
});

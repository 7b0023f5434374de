import { PassThrough, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { OutputClosed, streamSink, tell } from '../../src/output/sink.ts';

test('a slow reader gets all of it, and never more than a part is on its way', async () => {
  const taken: string[] = [];
  let waiting = 0;
  let most = 0;
  const slow = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      waiting += chunk.length;
      most = Math.max(most, waiting);
      setImmediate(() => {
        waiting -= chunk.length;
        taken.push(chunk);
        done();
      });
    },
  });
  const text = `${'x'.repeat(1_000_000)}🐎end`;
  await streamSink(slow, () => {}).write(text);
  expect(taken.join('')).toBe(text);
  expect(most).toBeLessThanOrEqual(64 * 1024 + 1);
});

test('a character of two halves is not taken apart', async () => {
  const chunks: Buffer[] = [];
  const stream = new PassThrough();
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const text = `x${'🐎'.repeat(100_000)}`;
  await streamSink(stream, () => {}).write(text);
  expect(Buffer.concat(chunks).toString()).toBe(text);
});

test.each(['EPIPE', 'EIO', 'ECONNRESET'])(
  '%s: the reader went away, which is told once, and every later write says so',
  async (code) => {
    let gone = 0;
    const stream = new Writable({
      write(_chunk, _encoding, done) {
        done(Object.assign(new Error(code), { code }));
      },
    });
    const sink = streamSink(stream, () => (gone += 1));
    await expect(sink.write('a')).rejects.toBeInstanceOf(OutputClosed);
    await expect(sink.write('b')).rejects.toBeInstanceOf(OutputClosed);
    expect(gone).toBe(1);
  },
);

test('another error says what it is, and what to look at', async () => {
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
  const stream = new Writable({ write: (_chunk, _encoding, done) => done(full) });
  const sink = streamSink(stream, () => {});
  await expect(sink.write('a')).rejects.toMatchObject({ code: 'CLI_OUTPUT', exitCode: 1, cause: full });
  await expect(tell(sink, 'b')).resolves.toBe(false);
});

test('a terminal that does not know its size has none', () => {
  const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 0 });
  expect(streamSink(stream, () => {}).columns()).toBeUndefined();
});

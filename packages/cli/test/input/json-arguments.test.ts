import { describe, expect, test } from 'vitest';
import { parseJsonArguments, readAll } from '../../src/input/json-arguments.ts';
import { memoryHost } from '../support/memory-host.ts';

describe('arguments as JSON', () => {
  test('one object', () => {
    expect(parseJsonArguments('{"a": [1, null]}', '--args')).toEqual({ a: [1, null] });
  });

  test.each([
    ['', /is empty/],
    ['  ', /is empty/],
    ['[1]', /is a list, and no object/],
    ['"a"', /is a string, and no object/],
    ['null', /is null, and no object/],
    ['{', /is no JSON/],
    ['{} {}', /is no JSON/],
    ['{"a": 9007199254740993}', /has the number 9007199254740993, which would become another one/],
    ['{"a": [1, {"b": -12345678901234567890}]}', /has the number -12345678901234567890/],
    ['{"a": 1e999}', /has the number 1e999/],
    [String.raw`{"\\": "\\\"", "a": 9007199254740993}`, /has the number 9007199254740993/],
  ])('%j is refused', (text, message) => {
    expect(() => parseJsonArguments(text, '--args')).toThrow(message);
  });

  test('what looks like a number in a text is a text', () => {
    const value = { '9007199254740993': String.raw`9007199254740993 \" 1e999 \\`, b: ['9007199254740993'], c: 0.1 };
    expect(parseJsonArguments(JSON.stringify(value), '--args')).toEqual(value);
  });

  test('a standard input that cannot be read is told, with what to do', async () => {
    // oxlint-disable-next-line require-yield -- it never comes to that
    async function* folder(): AsyncGenerator<Uint8Array> {
      throw Object.assign(new Error('EISDIR: illegal operation on a directory, read'), { code: 'EISDIR' });
    }
    await expect(readAll(folder(), memoryHost().signal)).rejects.toMatchObject({
      code: 'CLI_USAGE',
      message: 'standard input cannot be read: EISDIR: illegal operation on a directory, read',
    });
  });

  test('standard input is read whole, also where a character is in two chunks', async () => {
    const { stdin, signal } = memoryHost({ stdin: '{"a": "žluťoučký 🐎"}' });
    await expect(readAll(stdin, signal)).resolves.toBe('{"a": "žluťoučký 🐎"}');
  });

  test('more than the bound is refused before it is all there', async () => {
    let taken = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        taken += 1;
        yield new Uint8Array(100);
      }
    }
    const { signal } = memoryHost();
    await expect(readAll(endless(), signal, 1000)).rejects.toMatchObject({ code: 'CLI_USAGE' });
    expect(taken).toBeLessThan(20);
  });

  test('bytes that are no UTF-8 are refused', async () => {
    const { stdin, signal } = memoryHost({ stdin: new Uint8Array([0x7b, 0xff, 0x7d]) });
    await expect(readAll(stdin, signal)).rejects.toMatchObject({ message: 'standard input is no UTF-8' });
  });

  test('an interruption does not wait for standard input', async () => {
    const host = memoryHost();
    // oxlint-disable-next-line require-yield -- it never comes to that
    async function* silent(): AsyncGenerator<Uint8Array> {
      await new Promise(() => {});
    }
    const reading = readAll(silent(), host.signal);
    const reason = new Error('enough');
    host.abort(reason);
    await expect(reading).rejects.toBe(reason);
  });
});

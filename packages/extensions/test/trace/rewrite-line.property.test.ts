import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskLine } from '../../src/trace/mask-line.ts';
import { Masks } from '../../src/trace/masks.ts';
import { redactLine } from '../../src/trace/redact-line.ts';

const word = 'SECRETWORD9';

/** Pieces of messages, in any order: hardly ever JSON. */
const signs = '{ } [ ] , : " \\ 1 - e5 true null \ufffd \ufeff é 🙂 \\u00e9'.split(' ');
const names = 'id method params result tools/call pattern inputSchema name'.split(' ').map((name) => `"${name}"`);
const whole = ['"jsonrpc":"2.0"', `"$ref":"#/$defs/${word}"`, word, `"${word}"`, ' ', '\t', '\0'];
const pieces = fc.constantFrom(...signs, ...names, ...whole);
const lines = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(''));

test('of a line of any shape nothing is left that is not protocol, it has its length, and JSON stays JSON', () => {
  fc.assert(
    fc.property(lines, (line) => {
      const masked = maskLine(line, new Masks(), []);
      expect(Buffer.byteLength(masked)).toBe(Buffer.byteLength(line));
      // A plain name is shown where a name may stand.
      if (!new RegExp(`"name"\\s*:\\s*"${word}"`).test(line)) expect(masked).not.toContain(word);
      if (isJson(line)) expect(isJson(masked)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test('out of a line of any shape a known secret is taken, and JSON stays JSON', () => {
  fc.assert(
    fc.property(lines, (line) => {
      const clean = redactLine(line, [word]);
      expect(clean).not.toContain(word);
      if (isJson(line)) expect(isJson(clean)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redactLine } from '../../src/trace/redact-line.ts';

const secret = 'correct horse "battery"';

test('what is kept stays byte for byte where no secret is in it', () => {
  const line = '{ "jsonrpc":"2.0", "id":1, "result":{"text":"\\u00e9 caf\\u00e9","tokens":12345678} }';
  expect(redactLine(line, [secret])).toBe(line);
});

test.each([
  ['a value', { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: `it is ${secret}.` }] } }],
  ['the name of a member', { jsonrpc: '2.0', id: 1, result: { structuredContent: { [secret]: 1 } } }],
  ['a number', { jsonrpc: '2.0', id: 1, result: { structuredContent: { pin: 12_345_678 } } }],
  ['the name of a tool', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: secret } }],
  ['what says of itself that it is a password', { jsonrpc: '2.0', id: 1, result: { password: 'four small words' } }],
  ['a list of such', { jsonrpc: '2.0', id: 1, result: { api_key: ['four small words'] } }],
  ['what looks like a credential', { jsonrpc: '2.0', id: 1, result: { a: 'Bearer abcdefghijklmnop' } }],
  ['an answer to an array', [{ jsonrpc: '2.0', id: 1, result: { text: secret } }]],
])('a known secret, or what looks like one, is taken out of %s, and JSON stays JSON', (_, message) => {
  const clean = redactLine(JSON.stringify(message), [secret, '12345678']);
  expect(() => JSON.parse(clean) as unknown).not.toThrow();
  expect(clean).not.toMatch(/horse|12345678|four small|abcdefghij/);
  expect(clean).toContain('"jsonrpc":"2.0"');
});

test.each(['password', 'db_passwd', 'api_key', 'clientSecret'])(
  'a number that is called %s is taken out by its name, and stays a number',
  (name) => {
    const line = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      result: { [name]: 271_828, list: [{ [name]: [-271_828.5] }], tokens: 271_828, max_tokens: 271_828 },
    });
    expect(JSON.parse(redactLine(line, []))).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: { [name]: 111_111, list: [{ [name]: [-111_111.1] }], tokens: 271_828, max_tokens: 271_828 },
    });
  },
);

test.each([
  ['as it is', `a banner with ${secret}`],
  ['escaped', `a banner {"a":${JSON.stringify(secret)}}{"b":2}`],
])('from a line that is no JSON it is taken out, too: %s', (_, line) => {
  expect(redactLine(line, [secret])).not.toContain('horse');
});

test('a schema stays one, although its properties are called after secrets', () => {
  const line = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    result: {
      tools: [{ name: 'login', inputSchema: { type: 'object', properties: { password: { type: 'string' } } } }],
    },
  });
  expect(redactLine(line, [])).toBe(line);
});

test('wherever a known secret is planted, it is not in what is written', () => {
  const values = fc
    .string({ unit: 'grapheme', minLength: 8, maxLength: 20 })
    .filter((one) => /^[^-\d[\]{}:,"\\]{8,}$/.test(one));
  fc.assert(
    fc.property(values, fc.string(), fc.string(), fc.nat({ max: 3 }), (planted, before, after, place) => {
      const text = `${before}${planted}${after}`;
      const message = [{ [text]: 1 }, { a: text }, { a: [[text]] }, { method: text, id: text }][place];
      const clean = redactLine(JSON.stringify({ jsonrpc: '2.0', result: message }), [planted]);
      const texts: string[] = [];
      JSON.parse(clean, (key, value: unknown) => void texts.push(key, String(value)));
      for (const one of texts) expect(one).not.toContain(planted);
    }),
    { numRuns: 300 },
  );
});

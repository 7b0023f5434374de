import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskLine } from '../../src/trace/mask-line.ts';
import { Masks } from '../../src/trace/masks.ts';

const mask = (message: unknown, masks: Masks = new Masks()): unknown =>
  JSON.parse(maskLine(JSON.stringify(message), masks, []));

test('what is protocol stays, and what is not is masked: an answer of a tool', () => {
  const masked = mask({
    jsonrpc: '2.0',
    id: 7,
    result: {
      resultType: 'complete',
      content: [{ type: 'text', text: 'the patient has 3 cats' }],
      structuredContent: { patient: 'Ada', cats: 3, alive: true, none: null },
      isError: false,
    },
  });
  expect(masked).toEqual({
    jsonrpc: '2.0',
    id: 7,
    result: {
      resultType: 'complete',
      content: [{ type: 'text', text: expect.stringMatching(/^[A-Z]{12}x{10}$/) }],
      structuredContent: expect.not.objectContaining({ patient: expect.anything() }),
      isError: false,
    },
  });
  const { structuredContent } = (masked as { result: { structuredContent: object } }).result;
  expect(Object.keys(structuredContent).map((key) => key.length)).toEqual([7, 4, 5, 4]);
  expect(Object.values(structuredContent)).toEqual([expect.stringMatching(/^[A-Z]{3}$/), 1, true, null]);
});

test('a call shows its tool, and none of its arguments', () => {
  const params = { name: 'send_mail', arguments: { to: 'ada@example.org' }, _meta: { progressToken: 4, mine: 'x' } };
  const masked = mask({ jsonrpc: '2.0', id: 4, method: 'tools/call', params });
  expect(masked).toMatchObject({
    id: 4,
    method: 'tools/call',
    params: { name: 'send_mail', _meta: { progressToken: 4 } },
  });
  expect(JSON.stringify(masked)).not.toMatch(/ada|"to"|mine/);
});

test.each([
  ['words instead of a name', 'call me Ishmael'],
  ['a credential', 'ghp_0123456789abcdefghij0123456789abcdef'],
])('a tool whose name is %s is masked', (_, name) => {
  const line = JSON.stringify({ jsonrpc: '2.0', id: 4, method: 'tools/call', params: { name } });
  expect(maskLine(line, new Masks(), [])).not.toContain(name);
});

test('a known secret in a name is masked', () => {
  const line = JSON.stringify({ jsonrpc: '2.0', id: 4, method: 'tools/call', params: { name: 'for_hunter2222' } });
  expect(maskLine(line, new Masks(), ['hunter2222'])).not.toContain('hunter2222');
});

test('a schema keeps its keywords, types and sizes; names of properties are masked as they are in arguments', () => {
  const masks = new Masks();
  const inputSchema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      patient: { $ref: '#/$defs/person', description: 'who' },
      note: { type: ['string', 'null'], maxLength: 2_000, pattern: '^[a-z]+$', enum: ['flu'] },
    },
    required: ['patient'],
    additionalProperties: false,
    $defs: { person: { type: 'string', format: 'uuid', minLength: 3 } },
  };
  const listed = mask({ jsonrpc: '2.0', id: 1, result: { tools: [{ name: 'diagnose', inputSchema }] } }, masks);
  const call = { name: 'diagnose', arguments: { patient: 'Ada', note: 'flu' } };
  const called = mask({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: call }, masks);
  const [patient = '', note = ''] = Object.keys((called as { params: { arguments: object } }).params.arguments);
  const person = expect.stringMatching(/^#\/\$defs\/[A-Z]{6}$/);
  expect(listed).toMatchObject({
    result: {
      tools: [
        {
          name: 'diagnose',
          inputSchema: {
            $schema: 'https://json-schema.org/draft/2020-12/schema',
            type: 'object',
            properties: {
              [patient]: { $ref: person },
              [note]: { type: ['string', 'null'], maxLength: 2_000, pattern: '^^^^^^^^', enum: [expect.any(String)] },
            },
            required: [patient],
            additionalProperties: false,
            $defs: expect.any(Object),
          },
        },
      ],
    },
  });
  const text = JSON.stringify([listed, called]);
  expect(text).not.toMatch(/patient|person|note|flu|Ada|a-z/);
  const [name] = /(?<=#\/\$defs\/)[A-Z]+/.exec(text) ?? [];
  expect(text).toContain(`"$defs":{"${name}":{"type":"string","format":"uuid","minLength":3}}`);
});

test('an error keeps its code, and what it says of revisions', () => {
  const data = { supported: ['2026-07-28'], requested: '2025-11-25', hint: 'ask Ada' };
  const masked = mask({ jsonrpc: '2.0', id: 1, error: { code: -32_022, message: 'Ada said no', data } });
  expect(masked).toMatchObject({
    error: { code: -32_022, data: { supported: ['2026-07-28'], requested: '2025-11-25' } },
  });
  expect(JSON.stringify(masked)).not.toMatch(/Ada|hint/);
});

test.each([
  [
    'a banner before a message',
    'Secretserver 1.2 {"jsonrpc":"2.0","id":3,"result":{"content":[]}}',
    /^\S{12} \S{3} \{"jsonrpc":"2.0","id":3,"result":\{"content":\[\]\}\}$/,
  ],
  [
    'two messages in a line',
    '{"jsonrpc":"2.0","id":3,"result":{}}{"jsonrpc":"2.0","id":4,"result":{"a":1}}',
    /"id":3,"result":\{\}\}\{"jsonrpc":"2.0","id":4,"result":\{"A":1\}\}$/,
  ],
  [
    'a message that is cut',
    '{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"secr',
    /^\{"jsonrpc":"2.0","id":3,"result":\{"content":\[\{"type":"text","text":"[A-Z]{4}$/,
  ],
  ['an id that is a string', '{"jsonrpc":"2.0","id":"3","result":{}}', /"id":"3"/],
  [
    'an id that is somebody’s words',
    '{"jsonrpc":"2.0","id":"secret","method":"ping"}',
    /"id":"[A-Z]{6}","method":"ping"/,
  ],
  ['a method that nobody knows', '{"jsonrpc":"2.0","method":"notifications/secret"}', /"method":"[A-Z]{12}x+"/],
  ['text', 'the secret is 42', /^[A-Z]{3} [A-Z]{6} [A-Z]{2} [A-Z]{2}$/],
  ['a string alone', '"secret"', /^"[A-Z]{6}"$/],
  ['a number alone', '4711', /^1111$/],
  [
    'an array',
    '[{"jsonrpc":"2.0","id":3,"result":{}},["secret"]]',
    /^\[\{"jsonrpc":"2.0","id":3,"result":\{\}\},\["[A-Z]{6}"\]\]$/,
  ],
  ['a log that looks like JSON', '{level: secret, id: 12}', /^\{[A-Z]{5}: [A-Z]{6}, [A-Z]{2}: 11\}$/],
])('%s is masked and stays what it is', (_, line, expected) => {
  const masked = maskLine(line, new Masks(), []);
  expect(masked).toMatch(expected);
  expect(Buffer.byteLength(masked)).toBe(Buffer.byteLength(line));
  expect(masked).not.toContain('secret');
});

test('nesting has no limit, and costs no more than its length', () => {
  const line = `{"jsonrpc":"2.0","id":1,"result":${'['.repeat(200_000)}"secret"${']'.repeat(200_000)}}`;
  expect(maskLine(line, new Masks(), [])).not.toContain('secret');
});

test('the same text has the same mask in one recording, and another one in another', () => {
  const [one, other] = [new Masks(), new Masks()];
  const text = 'a text that is long enough';
  expect(one.of(text, text.length)).toBe(one.of(text, text.length));
  expect(one.of(text, text.length)).not.toBe(other.of(text, text.length));
  expect(new Set(['a', 'b', 'c', 'bb', 'cc'].map((short) => one.of(short, short.length))).size).toBe(5);
});

/** Words that nobody else has: what is looked for. */
const planted = fc
  .tuple(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), fc.stringMatching(/^[a-z]{4}[0-9]{4}[a-z]{4}$/))
  .map(([any, word]) => ({ text: `${any}${word}`, word }));
type Planted = { readonly text: string; readonly word: string };

const leaf = fc.oneof(planted, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean());
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.array(fc.tuple(planted, tie('tree')), { maxLength: 4 }).map((entries) => new Map(entries)),
    // Names that the protocol has, where it does not have them.
    fc.dictionary(fc.constantFrom('type', 'name', 'text', 'id', 'method', 'properties', 'uri'), tie('tree')),
  ),
}));

/** The value, and the words in it. */
function unwrap(value: unknown, words: string[]): unknown {
  if (Array.isArray(value)) return value.map((entry) => unwrap(entry, words));
  if (value instanceof Map) {
    return Object.fromEntries(
      Array.from(value as Map<Planted, unknown>, ([key, entry]) => {
        words.push(key.word);
        return [key.text, unwrap(entry, words)];
      }),
    );
  }
  if (typeof value !== 'object' || value === null) return value;
  if ('word' in value) {
    const { text, word } = value as Planted;
    words.push(word);
    return text;
  }
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, unwrap(entry, words)]));
}

const places: readonly ((free: unknown) => unknown)[] = [
  (free) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'echo', arguments: free } }),
  (free) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'echo', _meta: { mine: free } } }),
  (free) => ({ jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: free, data: free, uri: free }] } }),
  (free) => ({ jsonrpc: '2.0', id: 1, result: { structuredContent: free, instructions: free, unknown: free } }),
  (free) => ({
    jsonrpc: '2.0',
    id: 1,
    result: { tools: [{ name: 'a', description: free, inputSchema: { enum: free } }] },
  }),
  (free) => ({ jsonrpc: '2.0', id: 1, result: { tools: [{ name: 'a', inputSchema: { properties: free } }] } }),
  (free) => ({
    jsonrpc: '2.0',
    id: 1,
    result: { inputRequests: { a: { method: 'elicitation/create', params: free } } },
  }),
  (free) => ({ jsonrpc: '2.0', id: 1, error: { code: 1, message: free, data: free } }),
  (free) => ({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: free, message: free } }),
  (free) => ({ jsonrpc: '2.0', id: free, method: free, params: free, result: free, error: free, more: free }),
  (free) => ({ jsonrpc: free, id: 1, result: { capabilities: free, serverInfo: free, protocolVersion: free } }),
  (free) => ({
    jsonrpc: '2.0',
    id: 1,
    result: { action: 'accept', content: free, roots: [{ uri: free, name: free }] },
  }),
  (free) => [{ jsonrpc: '2.0', id: 1, result: { content: free } }, free],
  (free) => free,
];

test('of no message is anything left that was planted in it, and it has its length and parses', () => {
  fc.assert(
    fc.property(tree, fc.constantFrom(...places), (free, place) => {
      const words: string[] = [];
      const value = unwrap(free, words);
      const line = JSON.stringify(place(value));
      const masked = maskLine(line, new Masks(), []);
      // A plain word is a name, where a name may stand.
      const shown = new Set(Array.from(line.matchAll(/"(?:name|version)":"([\w.@/:+-]+)"/g), ([, name]) => name ?? ''));
      for (const word of words) {
        if (![...shown].some((name) => name.includes(word))) expect(masked).not.toContain(word);
      }
      expect(Buffer.byteLength(masked)).toBe(Buffer.byteLength(line));
      expect(shapeOf(JSON.parse(masked))).toEqual(shapeOf(JSON.parse(line)));
    }),
    { numRuns: 300 },
  );
});

test('of no line at all is anything left, wherever it is cut and whatever stands before it', () => {
  fc.assert(
    fc.property(tree, fc.constantFrom(...places), fc.nat(), planted, (free, place, at, { text, word }) => {
      const words: string[] = [word];
      const whole = JSON.stringify(place(unwrap(free, words)));
      const line = `${text} ${whole.slice(0, at % (whole.length + 1))}`;
      const masked = maskLine(line, new Masks(), []);
      const shown = Array.from(line.matchAll(/"(?:name|version)":"([\w.@/:+-]+)"/g), ([, name]) => name ?? '');
      for (const one of words) if (!shown.some((name) => name.includes(one))) expect(masked).not.toContain(one);
      expect(Buffer.byteLength(masked)).toBe(Buffer.byteLength(line));
    }),
    { numRuns: 300 },
  );
});

/** Types and numbers of members, and nothing else. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value === 'object' && value !== null) return Object.values(value).map(shapeOf).length;
  return value === null ? null : typeof value;
}

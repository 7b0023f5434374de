import { lexer, type Token } from 'marked';
import { expect } from 'vitest';
import { errorFrom } from '../../src/errors.ts';
import { failureRecord } from '../../src/trace/failure-record.ts';
import { failureReport } from '../../src/trace/failure-report.ts';
import { formatFailureReport } from '../../src/trace/format-failure-report.ts';
import { traceRecord } from '../../src/trace/trace-record.ts';
import { published, reported } from '../support/failure-reports.ts';
import { verifies } from './verifies.ts';

const thrower = (): never => {
  throw new Error('not to be read');
};

const refusing = new Proxy(
  {},
  { get: thrower, has: thrower, getPrototypeOf: thrower, ownKeys: thrower, getOwnPropertyDescriptor: thrower },
);

const { proxy: revoked, revoke } = Proxy.revocable({}, {});
revoke();

const circle = new Error('round');
circle.cause = new TypeError('and round', { cause: circle });

let depth: Error = new Error('the innermost');
for (let at = 0; at < 1_000; at += 1) depth = new Error(`level ${at}`, { cause: depth });

const several = new AggregateError([new Error('one'), new Error('two')], 'both');

let reads = 0;
const changing = {
  get code() {
    return (reads += 1) === 1 ? 'FIRST' : '\n# second';
  },
};

const strange: readonly (readonly [what: string, thrown: unknown, code: string])[] = [
  ['nothing', undefined, 'UNKNOWN'],
  ['null', null, 'UNKNOWN'],
  ['a text', 'it failed', 'UNKNOWN'],
  ['a number', Number.NaN, 'UNKNOWN'],
  ['a symbol', Symbol('why'), 'UNKNOWN'],
  ['a huge number', 10n ** 100_000n, 'UNKNOWN'],
  ['a function', thrower, 'thrower'],
  ['an object without a prototype', Object.create(null), 'UNKNOWN'],
  ['a Proxy that refuses all', refusing, 'UNKNOWN'],
  ['a revoked Proxy', revoked, 'UNKNOWN'],
  [
    'getters that throw',
    {
      get code() {
        return thrower();
      },
      get message() {
        return thrower();
      },
      get cause() {
        return thrower();
      },
    },
    'UNKNOWN',
  ],
  ['a getter that answers differently each time', changing, 'FIRST'],
  [
    'members of other types',
    { code: 7, message: {}, name: [], stderrTail: 1, exitCode: 'x', requestId: '3', cause: 1 },
    'UNKNOWN',
  ],
  ['a cause that is a circle', circle, 'Error'],
  ['a thousand causes', depth, 'Error'],
  ['several errors at once', several, 'AggregateError'],
  ['a code that is Markdown', { code: '`x`\n# heading', message: 'x' }, 'UNKNOWN'],
  ['a code that is a text', { code: '`x` @team [a](b)', message: 'x' }, 'UNKNOWN'],
  ['a code that is a key', { code: 'AKIAIOSFODNN7EXAMPLE', message: 'x' }, 'UNKNOWN'],
  ['numbers that are none', { exitCode: Number.NaN, requestId: Infinity, timeoutMs: -Infinity }, 'UNKNOWN'],
  [
    'a huge error',
    {
      code: 'E'.repeat(100_000),
      message: 'm'.repeat(5_000_000),
      stderrTail: 's\n'.repeat(5_000_000),
      method: 'x'.repeat(5_000_000),
    },
    'UNKNOWN',
  ],
];

verifies('O-04', 'whatever was thrown, there is a report, and it is small', () => {
  for (const [what, thrown, code] of strange) {
    const report = failureReport(thrown);
    expect(report.code, what).toBe(code);
    expect(JSON.parse(JSON.stringify(report)), what).toEqual(report);
    expect(report.causes.length, what).toBeLessThanOrEqual(5);
    const record = failureRecord(report, 0);
    expect(traceRecord.parse(record), what).toEqual(record);
    expect(Buffer.byteLength(formatFailureReport(report)), what).toBeLessThan(16 * 1024);
  }
  expect(reported(circle).causes).toEqual([{ code: 'TypeError', message: 'and round' }]);
  expect(reported(several).causes).toEqual([{ code: 'Error', message: 'one' }]);
});

verifies('O-04', 'arguments of any kind are looked through, and nothing breaks by them', () => {
  const round: Record<string, unknown> = { value: 'planted in a circle' };
  round['self'] = round;
  const args = [
    round,
    {
      refusing,
      revoked,
      bytes: new Uint8Array(10_000_000),
      many: Array.from({ length: 100_000 }, (_, at) => `planted ${at}`),
    },
    new Map([['planted', 'planted']]),
    {
      get bad() {
        return thrower();
      },
      good: 'planted beside it',
    },
    () => 'planted',
    10n ** 100_000n,
  ];
  for (const given of args) expect(() => reported(new Error('x'), { arguments: given })).not.toThrow();
  expect(published(new Error('a planted in a circle'), { arguments: round })).not.toContain('planted');
  expect(published(new Error('a planted beside it'), { arguments: args[3] })).not.toContain('planted');
});

/** Whatever a forge would make something of. */
const markup = [
  '```\n# heading\n<img src=x onerror=alert(1)>\n@team #123 [link](http://x.example)\n```',
  '~~~\n</pre><script>alert(1)</script>',
  '````````````````text',
  '<!-- comment',
  '| a | b |\n|---|---|\n| @team | owner/repo#1 |',
  '\r\n\r\n# heading\r\n![image](http://x.example/x.png)',
  '\u2028# heading\u202e\u0007\u001b[2J',
  `hidden ${String.fromCodePoint(0xe0041, 0xe0042)}\u200b\u3164 message`,
  '    indented code\n\tand a tab',
  '`` ` ``` `` `',
];

verifies('O-04', 'nothing that a server, an error or a configuration says becomes Markdown', () => {
  for (const text of markup) {
    const error = errorFrom({
      code: 'MCP_HANDSHAKE_FAILED',
      message: text,
      method: text,
      serverName: text,
      stderrTail: `${text}\n${text}`,
      cause: Object.assign(new Error(text), { code: text, name: text }),
    });
    const handshake = {
      era: 'legacy',
      protocolVersion: '2025-11-25',
      serverInfo: { name: text, version: text },
    } as const;
    const page = formatFailureReport(reported(error, { handshake, tool: text, identity: text, instanceId: text }));
    const tokens = lexer(page).filter(({ type }) => type !== 'space');
    expect(
      tokens.map(({ type }) => type),
      text,
    ).toEqual(['heading', 'code', 'paragraph', 'code', 'paragraph']);
    const prose = tokens.filter(({ type }) => type !== 'code');
    expect(
      prose.map(({ raw }) => raw.trim()),
      text,
    ).toEqual([
      '### MCP failure report: `MCP_HANDSHAKE_FAILED`',
      'Its stderr:',
      expect.stringMatching(/^Left out: [\w ,:;.-]+$/),
    ]);
    expect(prose.flatMap(inline), text).toEqual(['text', 'codespan', 'text', 'text']);
    expect(page, text).not.toMatch(obeyed);
  }
});

// oxlint-disable-next-line no-control-regex -- they are what is looked for
const obeyed = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202e\u200b\u3164\u{e0000}-\u{e0fff}]/u;

function inline(token: Token): string[] {
  return 'tokens' in token && token.tokens !== undefined ? token.tokens.map(({ type }) => type) : [];
}

verifies('O-04', 'the same holds for what is cut: no half of a token is shown at an edge', () => {
  const token = `eyJ${'a'.repeat(3_000)}.${'b'.repeat(300)}`;
  for (const gap of [0, 1, 100, 5_000, 15_000, 16_000, 16_370, 20_000]) {
    const text = `${'word '.repeat(gap / 5)}${token}${' word'.repeat(gap / 5)}`;
    const all = published(errorFrom({ code: 'MCP_PROCESS_EXIT', message: text, stderrTail: `${text}\n`.repeat(3) }));
    expect(all, String(gap)).not.toMatch(/aaaa|bbbb/);
  }
  // Little is left of what was read, so that the edge would be shown.
  const filled = `${`ghp_${'z'.repeat(4_050)} `.repeat(4)}${token}`;
  const error = errorFrom({ code: 'MCP_PROCESS_EXIT', message: filled, stderrTail: `${token}${filled}` });
  expect(published(error)).not.toMatch(/aaaa|bbbb|zzzz/);
});

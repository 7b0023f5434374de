import { describe, expect, it } from 'vitest';
import { redact } from '../../src/base/redact.ts';

const plain = { values: [], truncated: false };
const pem = (name: string, mark: string): string => `-----${mark} ${name}PRIVATE KEY-----`;

describe('C-24: what looks like a credential is taken out', () => {
  it.each([
    ['Authorization: Bearer abc.def', 'Authorization: [redacted]'],
    ['{"authorization":"Basic abcdef==","x":1}', '{"authorization":[redacted]'],
    ['sent Bearer abcdefgh12345, then left', 'sent Bearer [redacted], then left'],
    ['Set-Cookie: session=1; Path=/', 'Set-Cookie: [redacted]'],
    ['key sk-ant-api03-abcdefgh is bad', 'key [redacted] is bad'],
    ['sk-proj_abcdefghijklmnop', '[redacted]'],
    ['ghp_abcdefghijklmnopqrstuvwxyz0123456789', '[redacted]'],
    ['github_pat_11ABCDEFG0abcdefghij', '[redacted]'],
    ['xoxb-1234567890-abcdef', '[redacted]'],
    ['AKIAIOSFODNN7EXAMPLE', '[redacted]'],
    ['AIzaSyA1234567890abcdefghijklmnopqrstu', '[redacted]'],
    ['jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl!', 'jwt [redacted]!'],
    ['password=hunter2', 'password=[redacted]'],
    ['DB_PASSWORD = "hunter2" ok', 'DB_PASSWORD = "[redacted]" ok'],
    ['{"password":"hunter2","user":"me"}', '{"password":"[redacted]","user":"me"}'],
    ['api_key: 0123456789', 'api_key: [redacted]'],
    ['OPENAI_API_KEY=0123456789', 'OPENAI_API_KEY=[redacted]'],
    ["client_secret='0123456789'", "client_secret='[redacted]'"],
    ['postgres://me:hunter2@db/x', 'postgres://[redacted]@db/x'],
    [`a ${pem('RSA ', 'BEGIN')}\nMIIE\n${pem('RSA ', 'END')} b`, 'a [redacted] b'],
    [`a ${pem('', 'BEGIN')}\nMIIE\ncut off`, 'a [redacted]'],
  ])('%j', (text, expected) => {
    expect(redact(text, plain)).toBe(expected);
  });

  it.each([
    'Error: connect ECONNREFUSED 127.0.0.1:5432',
    'listening on http://localhost:3000/path?x=1',
    'SyntaxError: Unexpected token } in JSON at position 4',
    'usage: server [--api-key KEY] [--basic]',
    'at Object.<anonymous> (/home/me/sk-tools/index.js:1:2)',
    '没有人想看的日志',
  ])('but not %j', (text) => {
    expect(redact(text, plain)).toBe(text);
  });

  it('given values wherever they stand, the longer ones first, also line by line', () => {
    const values = ['correct horse', 'correct horse battery', 'first line of it\nsecond line of it'];
    expect(redact('(correct horse battery) (correct horse)', { values, truncated: false })).toBe(
      '([redacted]) ([redacted])',
    );
    expect(redact('second line of it', { values, truncated: false })).toBe('[redacted]');
  });

  it('values with a meaning in patterns and in replacements, as they are', () => {
    expect(redact('a $&.*secret$1 b', { values: ['$&.*secret$1'], truncated: false })).toBe('a [redacted] b');
  });

  it('the end of a private key whose beginning was cut off', () => {
    const text = `kkEyu\nabc\n${pem('', 'END')}\nnext`;
    expect(redact(text, { values: [], truncated: true })).toBe('[redacted]\nnext');
  });
});

describe('C-24: hostile text costs the same for each byte', () => {
  const size = 256 * 1024;
  it.each(
    [
      '-----BEGIN PRIVATE KEY-----',
      '-----BEGIN ',
      'authorization: ',
      'authorization ',
      'bearer ',
      'cookie:',
      '://',
      '://a:',
      'http://a:b:c',
      'sk-',
      'sk-a_',
      'AKIA',
      'eyJ',
      '-eyJ',
      'eyJaaaaaaaa.',
      'password',
      'password-',
      'password   ',
      'token="',
      'api_key',
      'secret:   ',
      'a',
      ' ',
      '\n',
      '"',
      '中',
    ].map((unit) => [unit]),
  )('%j, over and over', (unit) => {
    const once = unit.repeat(size / unit.length);
    redact(once, plain);
    redact(`${once}!`, { values: ['aaaaaaaaaaaaaaaab', 'eyJeyJeyJeyJeyJx'], truncated: true });
    // 256 KiB twice: a quadratic pattern would take minutes, and the test its time. The usual tail is 16 KiB.
    expect(redact('x', plain)).toBe('x');
  });
});

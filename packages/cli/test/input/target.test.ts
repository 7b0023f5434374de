import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CliError } from '../../src/cli-error.ts';
import { nearest } from '../../src/input/nearest.ts';
import { parseTarget, requireServer, unknownTool } from '../../src/input/target.ts';

function errorOf(run: () => unknown): CliError {
  try {
    run();
  } catch (error) {
    if (error instanceof CliError) return error;
    throw error;
  }
  throw new Error('it did not throw');
}

describe('server/tool', () => {
  test.each(['files/read_file', 'files.read_file', 'files:read_file'])('%s is a tool of files', (text) => {
    expect(parseTarget(text, ['files', 'memory'])).toEqual({ server: 'files', tool: 'read_file' });
  });

  test('a separator may be part of either name: what is a server decides', () => {
    expect(parseTarget('my.files/read.all', ['my.files'])).toEqual({ server: 'my.files', tool: 'read.all' });
    expect(parseTarget('files.read.all:v2', ['files'])).toEqual({ server: 'files', tool: 'read.all:v2' });
    expect(parseTarget('@scope/files/read', ['@scope/files'])).toEqual({ server: '@scope/files', tool: 'read' });
  });

  test('google-gemini/gemini-cli#21727: a name that can be taken apart in two ways is not taken apart', () => {
    const error = errorOf(() => parseTarget('a.b.c', ['a', 'a.b']));
    expect(error).toMatchObject({
      code: 'CLI_AMBIGUOUS',
      exitCode: 1,
      candidates: ['--server a b.c', '--server a.b c'],
    });
    expect(error.message).toBe('a.b.c can be read as tool b.c of a, or tool c of a.b');
    expect(error.next).toBe('say which: mcp call --server a b.c');
  });

  test('an unknown server is told with the nearest names', () => {
    const error = errorOf(() => parseTarget('flies/read', ['files', 'memory']));
    expect(error).toMatchObject({
      code: 'CLI_UNKNOWN_SERVER',
      message: 'there is no server flies',
      candidates: ['files'],
    });
    expect(error.next).toBe('did you mean files?');
    expect(errorOf(() => parseTarget('zzz/read', ['files', 'memory'])).next).toBe('there are files, memory');
    expect(errorOf(() => parseTarget('zzz/read', [])).next).toMatch(/no servers.*mcp doctor/);
    expect(errorOf(() => requireServer('memry', ['files', 'memory'])).candidates).toEqual(['memory']);
  });

  test.each([
    ['files', /no tool was named/, /mcp list files/],
    ['files/', /names no tool/, /server\/tool/],
    ['/read', /names no tool/, /server\/tool/],
    ['', /names no tool/, /server\/tool/],
  ])('%j says what is missing', (text, message, next) => {
    const error = errorOf(() => parseTarget(text, ['files']));
    expect(error).toMatchObject({ code: 'CLI_USAGE', exitCode: 1 });
    expect(error.message).toMatch(message);
    expect(error.next).toMatch(next);
  });

  test('an unknown tool is told with the nearest ones', () => {
    const error = unknownTool(
      { server: 'files', tool: 'raed_file' },
      ['read_file', 'write_file', 'list'],
      'mcp list files',
    );
    expect(error).toMatchObject({ code: 'CLI_UNKNOWN_TOOL', exitCode: 1, candidates: ['files/read_file'] });
    expect(unknownTool({ server: 'files', tool: 'zzzzzz' }, ['list'], 'mcp list files').next).toBe(
      'see what there is: mcp list files',
    );
  });

  test('names with control characters are shown, not obeyed', () => {
    expect(errorOf(() => parseTarget('\u001b[2Jx/y', ['files'])).message).toBe('there is no server \\u001b[2Jx');
  });

  test('whatever the names are: what comes out is what went in', () => {
    const name = fc.string({ minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(
        name,
        name,
        fc.constantFrom('/', '.', ':'),
        fc.array(name, { maxLength: 3 }),
        (server, tool, separator, others) => {
          const servers = [...new Set([server, ...others])];
          try {
            const found = parseTarget(`${server}${separator}${tool}`, servers);
            expect(servers).toContain(found.server);
            expect([
              `${found.server}/${found.tool}`,
              `${found.server}.${found.tool}`,
              `${found.server}:${found.tool}`,
            ]).toContain(`${server}${separator}${tool}`);
          } catch (error) {
            // Only for want of certainty.
            expect(error).toMatchObject({ code: 'CLI_AMBIGUOUS' });
          }
        },
      ),
    );
  });
});

describe('nearest names', () => {
  test.each([
    ['read_flie', ['read_file', 'write_file', 'stat'], ['read_file']],
    ['READ_FILE', ['read_file'], ['read_file']],
    ['sum', ['get-sum', 'get-env', 'echo'], ['get-sum']],
    ['xyz', ['read_file'], []],
    ['', ['a'], ['a']],
  ])('%s of %j is %j', (name, names, expected) => {
    expect(nearest(name, names)).toEqual(expected);
  });

  test('three at most, and long names cost no time', () => {
    expect(nearest('a', ['a1', 'a2', 'a3', 'a4'])).toHaveLength(3);
    expect(nearest('x'.repeat(100_000), [`${'x'.repeat(99_999)}y`])).toHaveLength(1);
  });
});

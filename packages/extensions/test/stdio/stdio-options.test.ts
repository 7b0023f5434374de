import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { StdioOptions } from '../../src/stdio/stdio-options.ts';
import { resolveStdio } from './support/resolve.ts';

describe('C-01: the options of a server', () => {
  it('have defaults', () => {
    expect(resolveStdio({ executable: 'server' })).toEqual({
      executable: 'server',
      args: [],
      cwd: process.cwd(),
      env: {},
      inheritEnv: [],
      graces: { stdinMs: 1000, terminateMs: 1000, killMs: 300 },
      endWithHost: true,
      maxLineBytes: 32 * 1024 * 1024,
      maxMessageValues: 1_000_000,
      maxStderrBytes: 16 * 1024,
    });
  });

  it('are copied: what happens to them later changes nothing', () => {
    const args = ['a'];
    const env: Record<string, string> = { A: '1' };
    const resolved = resolveStdio({ executable: 'server', args, env });
    args.push('b');
    env['B'] = '2';
    expect(resolved).toMatchObject({ args: ['a'], env: { A: '1' } });
    expect(Object.keys(resolved.env)).toEqual(['A']);
  });

  it.each([
    ['executable', { executable: '' }],
    ['executable', { executable: 'a\0b' }],
    ['executable', { executable: 42 }],
    ['args', { args: 'a b' }],
    ['args', { args: [1] }],
    ['args', { args: ['a\0b'] }],
    ['cwd', { cwd: 'relative' }],
    ['cwd', { cwd: '/a\0b' }],
    ['executable', { executable: undefined, command: 'npx' }],
    ['env', { env: null }],
    ['env', { env: [] }],
    ['env', { env: 'A=1' }],
    ['graces', { graces: 7 }],
    ['graces', { graces: null }],
    ['graces', { graces: [] }],
    ['graces.stdin', { graces: { stdin: 1 } }],
    ['env', { env: { '': 'x' } }],
    ['env', { env: { 'A=B': 'x' } }],
    ['env.A', { env: { A: 1 } }],
    ['env.A', { env: { A: 'secret\0' } }],
    ['inheritEnv', { inheritEnv: true }],
    ['graces.stdinMs', { graces: { stdinMs: 0 } }],
    ['graces.killMs', { graces: { killMs: 3e9 } }],
    ['endWithHost', { endWithHost: 'yes' }],
  ])('%s is refused in %j', (option, wrong) => {
    // What a caller without types may give.
    const options = { executable: 'server', ...wrong } as unknown as StdioOptions;
    expect(() => resolveStdio(options)).toThrow(
      expect.objectContaining({
        code: 'MCP_INVALID_CONFIG',
        message: expect.stringMatching(new RegExp(`^${option} `)),
      }),
    );
    expect(() => resolveStdio(options)).not.toThrow(/secret/);
  });

  it.each([
    ['maxStderrBytes', 64 * 1024 * 1024],
    ['maxLineBytes', 256 * 1024 * 1024],
  ])('%s is %i at most, and the error says so', (name, largest) => {
    expect(resolveStdio({ executable: 'x' }, { [name]: largest })).toMatchObject({ [name]: largest });
    for (const value of [largest + 1, 2 ** 31, 2 ** 52]) {
      expect(() => resolveStdio({ executable: 'x' }, { [name]: value })).toThrow(
        expect.objectContaining({
          code: 'MCP_INVALID_CONFIG',
          message: `${name} should be a whole number from 1 to ${largest}`,
        }),
      );
    }
  });

  it('cwd is needed when the working directory of the host is gone', () => {
    const cwd = vi.spyOn(process, 'cwd').mockImplementation(() => {
      throw Object.assign(new Error('ENOENT: uv_cwd'), { code: 'ENOENT' });
    });
    onTestFinished(() => cwd.mockRestore());
    expect(() => resolveStdio({ executable: 'x' })).toThrow(
      expect.objectContaining({ code: 'MCP_INVALID_CONFIG', message: expect.stringMatching(/^cwd .*host/) }),
    );
    expect(resolveStdio({ executable: 'x', cwd: '/' }).cwd).toBe('/');
  });

  it('undefined is the same as left out', () => {
    const given: StdioOptions = {
      executable: 'server',
      args: undefined,
      cwd: undefined,
      env: undefined,
      inheritEnv: undefined,
      graces: { stdinMs: undefined },
      endWithHost: undefined,
    };
    expect(resolveStdio(given)).toEqual(resolveStdio({ executable: 'server' }));
    expect(resolveStdio({ executable: 'server', graces: undefined }).graces.killMs).toBe(300);
  });

  it.each(['maxLineBytes', 'maxStderrBytes', 'maxMessageValues'] as const)('%s is a whole number from 1', (name) => {
    for (const value of [0, 1.5, NaN, Infinity]) {
      expect(() => resolveStdio({ executable: 'x' }, { [name]: value })).toThrow(
        expect.objectContaining({ code: 'MCP_INVALID_CONFIG' }),
      );
    }
  });
});

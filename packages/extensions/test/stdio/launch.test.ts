import { describe, expect, it } from 'vitest';
import { planLaunch, taskkill, type LaunchRequest } from '../../src/stdio/launch.ts';

const files = new Set([
  'C:\\Program Files\\nodejs\\node.exe',
  'C:\\Program Files\\nodejs\\npx.cmd',
  'C:\\Program Files\\nodejs\\npx',
  'C:\\tools\\both.exe',
  'C:\\tools\\both.cmd',
  'C:\\tools\\old.bat',
  'C:\\work\\here.exe',
  'C:\\work\\bin\\local.cmd',
]);

function onWindows(executable: string, args: readonly string[] = [], env: Record<string, string> = {}): LaunchRequest {
  return {
    platform: 'win32',
    executable,
    args,
    cwd: 'C:\\work',
    env: {
      Path: 'relative;;"C:\\Program Files\\nodejs";C:\\tools',
      PathExt: '.COM;.EXE;.BAT;.CMD',
      ComSpec: 'C:\\Windows\\system32\\cmd.exe',
      ...env,
    },
    isFile: (path) => files.has(path),
  };
}

describe('C-01, C-32: what is started on POSIX', () => {
  it.each(['linux', 'darwin'] as const)('is what was given, unchanged (%s)', (platform) => {
    const args = ['a b', '"', '$HOME', '; rm -rf /', ''];
    const request = { ...onWindows('npx', args), platform };
    expect(planLaunch(request)).toEqual({ kind: 'spawn', file: 'npx', args, verbatim: false });
  });
});

describe('C-01, C-32: what is started on Windows', () => {
  it.each([
    ['a name on PATH, in a folder with quotes', 'node', 'C:\\Program Files\\nodejs\\node.exe'],
    ['a name with its ending', 'NODE.EXE'.toLowerCase(), 'C:\\Program Files\\nodejs\\node.exe'],
    ['.exe before .cmd, as PATHEXT says', 'both', 'C:\\tools\\both.exe'],
    ['a path', 'C:\\tools\\both.exe', 'C:\\tools\\both.exe'],
    ['a path without its ending', 'C:/tools/both', 'C:\\tools\\both.exe'],
    ['a path from the working directory', '.\\here', 'C:\\work\\here.exe'],
  ])('%s is started directly', (_, executable, file) => {
    const args = ['a b', '%PATH%'];
    expect(planLaunch(onWindows(executable, args))).toEqual({ kind: 'spawn', file, args, verbatim: false });
  });

  it.each([
    ['a name that is in the working directory only', 'here'],
    ['a name that is nowhere', 'nowhere'],
    ['a path that is nowhere', 'C:\\nowhere.exe'],
    ['a file that has just the name of a program', 'npx '],
  ])('%s is not found', (_, executable) => {
    expect(planLaunch(onWindows(executable))).toEqual({ kind: 'not-found' });
  });

  /** The line that `cmd.exe` gets for `old.bat` with one argument. */
  const old = (escaped: string): string => `"C:\\tools\\old.bat ${escaped}"`;

  it.each([
    ['nothing', '', old('^^^"^^^"')],
    ['a word', 'word', old('^^^"word^^^"')],
    ['a blank', 'a b', old('^^^"a^^^ b^^^"')],
    ['a quote', 'a"b', old('^^^"a\\^^^"b^^^"')],
    ['a quote after backslashes', 'a\\\\"', old('^^^"a\\\\\\\\\\^^^"^^^"')],
    ['backslashes at the end', 'a\\\\', old('^^^"a\\\\\\\\^^^"')],
    ['backslashes in the middle', 'a\\b', old('^^^"a\\b^^^"')],
    ['a second command', 'a&calc', old('^^^"a^^^&calc^^^"')],
    ['a second command behind a quote', '"&calc', old('^^^"\\^^^"^^^&calc^^^"')],
    ['a variable', '%PATH%', old('^^^"^^^%PATH^^^%^^^"')],
    ['a caret, a pipe, a bracket', '^|<>(!)', old('^^^"^^^^^^^|^^^<^^^>^^^(^^^!^^^)^^^"')],
  ])('a .bat with %s as its argument cannot be tricked', (_, argument, line) => {
    expect(planLaunch(onWindows('old', [argument]))).toEqual({
      kind: 'spawn',
      file: 'C:\\Windows\\system32\\cmd.exe',
      args: ['/d', '/s', '/c', line],
      verbatim: true,
    });
  });

  it('a .cmd in a folder with a blank is called by its escaped path', () => {
    expect(planLaunch(onWindows('npx', ['-y']))).toMatchObject({
      args: ['/d', '/s', '/c', '"C:\\Program^ Files\\nodejs\\npx.cmd ^^^"-y^^^""'],
    });
    expect(planLaunch(onWindows('bin\\local'))).toMatchObject({
      args: ['/d', '/s', '/c', '"C:\\work\\bin\\local.cmd"'],
    });
  });

  it.each(['a\nb', 'a\rb', 'a\0b'])('a .cmd is not started with %j, which cannot be escaped', (argument) => {
    expect(() => planLaunch(onWindows('npx', [argument]))).toThrow(
      expect.objectContaining({ code: 'MCP_INVALID_CONFIG', message: 'an argument of npx.cmd holds a line break' }),
    );
  });

  it.each([
    ['ComSpec', { ComSpec: 'D:\\cmd.exe' }, 'D:\\cmd.exe'],
    [
      'SystemRoot, when ComSpec is no path',
      { ComSpec: 'cmd.exe', SYSTEMROOT: 'D:\\Win' },
      'D:\\Win\\System32\\cmd.exe',
    ],
    ['C:\\Windows, when nothing is known', { ComSpec: '' }, 'C:\\Windows\\System32\\cmd.exe'],
  ])('cmd.exe is taken from %s', (_, env, file) => {
    expect(planLaunch(onWindows('npx', [], env))).toMatchObject({ file });
  });

  it('a tree is ended by taskkill at its own place, whatever PATH says', () => {
    expect(taskkill(42, { systemroot: 'D:\\Win', PATH: 'C:\\evil' })).toEqual({
      file: 'D:\\Win\\System32\\taskkill.exe',
      args: ['/PID', '42', '/T', '/F'],
    });
  });
});

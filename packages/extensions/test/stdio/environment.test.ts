import { describe, expect, it } from 'vitest';
import { configuredValues, newMark, serverEnvironment } from '../../src/stdio/environment.ts';

const posixHost = {
  PATH: '/bin',
  LANG: 'de_DE.UTF-8',
  LC_ALL: 'C',
  LC_TIME: 'C',
  TZ: 'UTC',
  TMPDIR: '/tmp',
  HOME: '/home/me',
  HTTPS_PROXY: 'http://me:secret@proxy',
  AWS_SECRET_ACCESS_KEY: 'secret',
  NODE_OPTIONS: '--inspect',
  LD_PRELOAD: 'evil.so',
};

describe('C-02: the environment of a server', () => {
  it.each([
    [
      'is the allowlist',
      {},
      { PATH: '/bin', LANG: 'de_DE.UTF-8', LC_ALL: 'C', LC_TIME: 'C', TZ: 'UTC', TMPDIR: '/tmp' },
    ],
    ['has what is inherited by name', { inheritEnv: ['HOME', 'NOT_THERE'] }, { HOME: '/home/me' }],
    ['has what is set, over what is inherited', { env: { PATH: '/opt', NEW: '1' } }, { PATH: '/opt', NEW: '1' }],
    ['may hold an empty value', { env: { EMPTY: '' } }, { EMPTY: '' }],
    ['does not take a name for a pattern', { inheritEnv: ['AWS_*', 'H.ME'] }, {}],
  ])('%s', (_, configured, expected) => {
    const base = { PATH: '/bin', LANG: 'de_DE.UTF-8', LC_ALL: 'C', LC_TIME: 'C', TZ: 'UTC', TMPDIR: '/tmp' };
    expect(serverEnvironment({ platform: 'linux', host: posixHost, ...configured })).toEqual({ ...base, ...expected });
  });

  it('lacks what is taken away by null or undefined', () => {
    const host = { PATH: '/bin', TZ: 'UTC', LANG: 'C', HOME: '/home/me' };
    const env = { TZ: null, LANG: undefined, HOME: null };
    expect(serverEnvironment({ platform: 'linux', host, inheritEnv: ['HOME'], env })).toEqual({ PATH: '/bin' });
  });

  it('inherits no function exported by bash, also when it is named', () => {
    const host = { PATH: '/bin', LC_ALL: '() { :; }', NAMED: '() { evil; }' };
    expect(serverEnvironment({ platform: 'linux', host, inheritEnv: ['NAMED'] })).toEqual({ PATH: '/bin' });
  });

  it('has names with their case on POSIX', () => {
    expect(serverEnvironment({ platform: 'linux', host: { Path: '/bin', home: '/x' }, inheritEnv: ['HOME'] })).toEqual(
      {},
    );
  });

  it('on Windows is the system minimum, whatever the case of the names', () => {
    const host = {
      Path: 'C:\\Windows',
      SYSTEMROOT: 'C:\\Windows',
      comspec: 'C:\\Windows\\System32\\cmd.exe',
      PATHEXT: '.EXE',
      windir: 'C:\\Windows',
      SystemDrive: 'C:',
      Temp: 'C:\\Temp',
      USERPROFILE: 'C:\\Users\\me',
      GITHUB_TOKEN: 'secret',
    };
    const { USERPROFILE: _, GITHUB_TOKEN: __, ...minimum } = host;
    expect(serverEnvironment({ platform: 'win32', host })).toEqual(minimum);
    expect(
      serverEnvironment({ platform: 'win32', host, inheritEnv: ['userprofile'], env: { PATH: 'D:\\bin', TEMP: null } }),
    ).toEqual({
      ...Object.fromEntries(Object.entries(minimum).filter(([name]) => name !== 'Path' && name !== 'Temp')),
      PATH: 'D:\\bin',
      USERPROFILE: 'C:\\Users\\me',
    });
  });

  it('changes nothing of the host', () => {
    const host = Object.freeze({ ...posixHost });
    serverEnvironment({ platform: 'linux', host, env: { PATH: null } });
    expect(host).toEqual(posixHost);
  });
});

it('C-24: the values to be kept out of errors are those that the configuration gave, from eight characters on', () => {
  const host = { NAMED: 'a named secret', OTHER: 'not for the server' };
  const env = { KEY: 'a given secret', SAME: 'a given secret', SHORT: '1234567', GONE: null };
  expect(configuredValues({ platform: 'linux', host, inheritEnv: ['NAMED', 'MISSING'], env })).toEqual([
    'a named secret',
    'a given secret',
  ]);
});

it('C-32: every mark is 32 hexadecimal digits, and another one', () => {
  const marks = Array.from({ length: 1000 }, newMark);
  expect(marks.filter((mark) => !/^[0-9a-f]{32}$/.test(mark))).toEqual([]);
  expect(new Set(marks).size).toBe(marks.length);
});

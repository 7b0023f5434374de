import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bubblewrapArguments, type BubblewrapPlan } from '../../src/manager/bubblewrap.ts';
import { describeSandbox } from '../../src/manager/sandbox-description.ts';
import { programFolders } from '../../src/manager/sandbox-mounts.ts';
import { sandboxed, type SandboxContext } from '../../src/manager/sandbox.ts';
import type { SandboxConfig } from '../../src/manager/server-config.ts';
import { httpConfig, stdioConfig } from './support/server-configs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const launch = { executable: '/usr/bin/node', args: ['server.js', '--flag; $(id)', ''], cwd: '/srv' };
const context: SandboxContext = {
  env: { PATH: '/usr/bin' },
  host: { PATH: '/usr/bin' },
  platform: 'linux',
  findLauncher: (name) => ({ kind: 'found', path: `/launchers/${name}` }),
};

function behind(sandbox: SandboxConfig, rest: Partial<SandboxContext> = {}): ReturnType<typeof sandboxed> {
  return sandboxed(stdioConfig({}, { sandbox }), launch, { ...context, ...rest });
}

describe('a server without a sandbox', () => {
  it('is started as it is', () => {
    expect(sandboxed(stdioConfig(), launch, context)).toBe(launch);
    expect(sandboxed(httpConfig(), launch, context)).toBe(launch);
    expect(behind({ kind: 'plain' })).toEqual(launch);
  });
});

describe('a launcher by template', () => {
  it('gets program, arguments and folder, each as arguments of their own: no shell reads them', () => {
    const command = ['firejail', '--dir', '{cwd}', '--', '{executable}', '{args}', 'end'];
    expect(behind({ kind: 'template', command })).toEqual({
      executable: '/launchers/firejail',
      args: ['--dir', '/srv', '--', '/usr/bin/node', 'server.js', '--flag; $(id)', '', 'end'],
      cwd: '/srv',
    });
  });

  it.each<[string, string[], RegExp]>([
    ['nothing', [], /is empty/],
    ['no program', ['l', '{args}'], /holds \{executable\} once, and not 0 times/],
    ['no arguments', ['l', '{executable}'], /holds \{args\} once, and not 0 times/],
    ['arguments twice', ['l', '{executable}', '{args}', '{args}'], /not 2 times/],
    [
      'a placeholder in a text',
      ['sh', '-c', '{executable} {args}', '{executable}', '{args}'],
      /an argument of its own/,
    ],
    ['a placeholder as the launcher', ['{executable}', '{args}'], /an argument of its own/],
  ])('is refused with %s', (_, command, message) => {
    const refused = expect.objectContaining({ code: 'MCP_INVALID_CONFIG', serverName: 'example' });
    expect(() => behind({ kind: 'template', command })).toThrow(refused);
    expect(() => behind({ kind: 'template', command })).toThrow(message);
  });
});

describe('limits', () => {
  it('are set by prlimit, before whatever else stands in front', () => {
    const limits = { maxProcesses: 10, maxMemoryBytes: 1_000_000_000, maxCpuSeconds: 60, maxOpenFiles: 64 };
    const flags = ['--nproc=10:10', '--data=1000000000:1000000000', '--cpu=60:60', '--nofile=64:64'];
    const { executable, args } = behind({ kind: 'template', command: ['l', '{executable}', '{args}'], limits });
    expect([executable, ...args]).toEqual([
      '/launchers/prlimit',
      ...flags,
      '--',
      '/launchers/l',
      launch.executable,
      ...launch.args,
    ]);
    expect(behind({ kind: 'plain', limits: {} })).toEqual(launch);
  });

  it.each([0, -1, 1.5, Number.NaN, Infinity])('are whole numbers from 1, not %s', (maxOpenFiles) => {
    expect(() => behind({ kind: 'plain', limits: { maxOpenFiles } })).toThrow(/sandbox\.limits\.maxOpenFiles/);
  });
});

describe('a variable by which a program loads other code', () => {
  const env = { PATH: '/evil:/usr/bin', LD_PRELOAD: '/evil.so', NPM_CONFIG__AUTHTOKEN: 'hunter2', TOKEN: 'opensesame' };
  const rest = { env, host: { PATH: '/usr/bin', LD_LIBRARY_PATH: '/opt' } };
  const outside = { ...env, PATH: '/usr/bin', LD_PRELOAD: null };

  it('is for the server and not for its launcher: that would be the way out', () => {
    const bubblewrap = behind({ kind: 'bubblewrap', readOnly: [], writable: [], network: false }, rest);
    expect(bubblewrap.env).toEqual(outside);
    expect(bubblewrap.args.join(' ')).toContain('--setenv PATH /evil:/usr/bin --setenv LD_PRELOAD /evil.so ');

    const command = ['jail', '{executable}', '{args}'];
    const template = behind({ kind: 'template', command, limits: { maxOpenFiles: 9 } }, rest);
    expect(template.env).toEqual(outside);
    expect(template.args.slice(2)).toEqual([
      '/launchers/jail',
      '/launchers/env',
      'PATH=/evil:/usr/bin',
      'LD_PRELOAD=/evil.so',
      launch.executable,
      ...launch.args,
    ]);
    for (const { args } of [bubblewrap, template]) expect(args.join(' ')).not.toMatch(/hunter2|opensesame/);

    const limited = behind({ kind: 'plain', limits: { maxOpenFiles: 9 } }, rest);
    expect([limited.env, limited.args[2]]).toEqual([outside, '/launchers/env']);
  });

  it('stays where it is when it is that of the host, or when nothing stands before the server', () => {
    const same = { env: { ...rest.host, TOKEN: 'x' }, host: rest.host };
    expect(behind({ kind: 'plain', limits: { maxOpenFiles: 9 } }, same)).not.toHaveProperty('env');
    expect(behind({ kind: 'plain' }, rest)).toEqual(launch);
    const account = { uid: 1, gid: 1 };
    expect(behind({ kind: 'plain', account }, rest)).toEqual({ ...launch, account });
  });

  it('is refused where it cannot be told from the name of the program', () => {
    const odd = { ...launch, executable: '/opt/a=b/server' };
    const config = stdioConfig({}, { sandbox: { kind: 'plain', limits: { maxOpenFiles: 9 } } });
    expect(() => sandboxed(config, odd, { ...context, ...rest })).toThrow(/a = in its name.*PATH, LD_PRELOAD/);
  });
});

describe('what was asked for and cannot be had', () => {
  it('is an error, and not less of a sandbox', () => {
    const findLauncher: SandboxContext['findLauncher'] = (name) => ({
      kind: 'not-found',
      errno: 'ENOENT',
      why: `${name} was not found on PATH`,
    });
    const missing = expect.objectContaining({ code: 'MCP_SPAWN_FAILED', errno: 'ENOENT', serverName: 'example' });
    const bubblewrap = { kind: 'bubblewrap', readOnly: [], writable: [], network: false } as const;
    for (const sandbox of [
      bubblewrap,
      { kind: 'template', command: ['l', '{executable}', '{args}'] },
      { kind: 'plain', limits: { maxOpenFiles: 10 } },
    ] as const) {
      expect(() => behind(sandbox, { findLauncher })).toThrow(missing);
      expect(() => behind(sandbox, { findLauncher })).toThrow(/not started without its sandbox/);
    }
    for (const sandbox of [bubblewrap, { kind: 'plain', limits: { maxOpenFiles: 10 } }] as const) {
      expect(() => behind(sandbox, { platform: 'darwin' })).toThrow(/for Linux, and this is darwin/);
    }
    expect(() => behind({ kind: 'plain', account: { uid: 1, gid: 1 } }, { platform: 'win32' })).toThrow(/Windows/);
    expect(() => behind({ ...bubblewrap, readOnly: ['data'] })).toThrow(/folder data is not absolute/);
    expect(() => behind({ ...bubblewrap, writable: ['/no/such/folder'] })).toThrow(/\/no\/such\/folder does not exist/);
    const relative = { ...launch, executable: 'node' };
    expect(() => sandboxed(stdioConfig({}, { sandbox: bubblewrap }), relative, context)).toThrow(
      /node is not absolute/,
    );
  });
});

describe('bubblewrap', () => {
  const plan: BubblewrapPlan = { ...launch, readOnly: [], writable: [], network: false, env: {}, variables: {} };
  /** The options, each with its values. */
  const options = (rest: Partial<BubblewrapPlan> = {}): string[] => {
    const args = bubblewrapArguments({ ...plan, ...rest });
    return args
      .slice(0, args.indexOf('--'))
      .join(' ')
      .split(/ (?=--)/);
  };

  it('gets the command line behind --, as it is', () => {
    const args = bubblewrapArguments(plan);
    expect(args.slice(args.indexOf('--') + 1)).toEqual([launch.executable, ...launch.args]);
  });

  it('has namespaces of its own, and the network only when it is configured', () => {
    const always = [
      '--unshare-pid',
      '--unshare-ipc',
      '--unshare-uts',
      '--die-with-parent',
      '--new-session',
      '--cap-drop ALL',
    ];
    expect(options()).toEqual(expect.arrayContaining([...always, '--unshare-net', '--remount-ro /', '--chdir /srv']));
    expect(options({ network: true })).toEqual(expect.arrayContaining(always));
    expect(options({ network: true })).not.toContain('--unshare-net');
    expect(options()).not.toContain('--ro-bind-try /etc/resolv.conf /etc/resolv.conf');
  });

  it('puts nothing of the environment where everybody could read it', () => {
    expect(bubblewrapArguments({ ...plan, env: { TOKEN: 'hunter2' } }).join(' ')).not.toMatch(/hunter2|TOKEN|--setenv/);
  });

  it('mounts what is inside of another after it', () => {
    const all = options({ readOnly: ['/srv/app', '/'], writable: ['/srv/app/data', '/tmp'], env: { HOME: '/root' } });
    const at = (option: string): number => {
      expect(all).toContain(option);
      return all.indexOf(option);
    };
    expect(at('--ro-bind / /')).toBeLessThan(at('--proc /proc'));
    expect(at('--ro-bind /srv/app /srv/app')).toBeLessThan(at('--bind /srv/app/data /srv/app/data'));
    expect(at('--tmpfs /tmp')).toBeLessThan(at('--bind /tmp /tmp'));
    expect(all.at(-1)).toBe('--chdir /srv');
  });

  it('gives it a home and temporary files of its own, and its working directory when nothing else does', () => {
    const env = { HOME: '/home/me', TMPDIR: '/var/tmp/x/', TEMP: 'relative' };
    expect(options({ env })).toEqual(
      expect.arrayContaining(['--tmpfs /home/me', '--tmpfs /var/tmp/x', '--tmpfs /tmp', '--dir /srv']),
    );
    const seen = options({ env: { HOME: '/srv/home' }, readOnly: ['/srv'] });
    expect(seen).not.toContain('--tmpfs /srv/home');
    expect(seen).not.toContain('--dir /srv');
    expect(options({ env: { HOME: '/' } }).join(' ')).not.toContain('--tmpfs / ');
  });
});

describe.skipIf(process.platform === 'win32')('what has to be seen of a program that is not of the system', () => {
  /** A home with files, empty ones, and folders on the way to them. */
  function home(...files: string[]): (...names: string[]) => string {
    const folder = temporaryFolder();
    for (const file of files) {
      mkdirSync(join(folder, file, '..'), { recursive: true });
      writeFileSync(join(folder, file), '');
    }
    return (...names) => join(folder, ...names);
  }
  const seen = (path: (...names: string[]) => string, executable: string, ...args: string[]): string[] =>
    programFolders({ executable, args, cwd: path(), home: path() }).map((folder) => folder.replace(path(), '~'));

  it('is nothing for one of the system', () => {
    expect(seen(home(), '/usr/bin/env', 'x')).toEqual([]);
  });

  it('is the folder of its package, with all packages around it', () => {
    const path = home(
      'app/package.json',
      'app/dist/server.js',
      'app/node_modules/a/node_modules/b/cli.js',
      'app/node_modules/a/package.json',
    );
    expect(seen(path, '/usr/bin/node', 'app/dist/server.js')).toEqual(['~/app']);
    expect(seen(path, '/usr/bin/node', path('app/node_modules/a/node_modules/b/cli.js'))).toEqual([
      '~/app/node_modules',
    ]);
  });

  it('is a version of Node, or a virtual environment and what it is made of', () => {
    const path = home(
      '.nvm/v20/bin/node',
      '.nvm/v20/lib/x',
      'app/.venv/pyvenv.cfg',
      'app/.venv/bin/x',
      'python/bin/python3',
      'python/lib/x',
    );
    expect(seen(path, path('.nvm/v20/bin/node'))).toEqual(['~/.nvm/v20']);
    symlinkSync(path('python/bin/python3'), path('app/.venv/bin/python'));
    expect(seen(path, path('app/.venv/bin/python'))).toEqual(['~/app/.venv', '~/python']);
  });

  it('is never the home folder, and never what many programs share: the file alone then', () => {
    const path = home('package.json', 'server.js', '.local/bin/tool', '.local/lib/x', 'bin/tool', 'lib/x', '.ssh/id');
    expect(seen(path, '/usr/bin/node', 'server.js')).toEqual(['~/server.js']);
    expect(seen(path, path('.local/bin/tool'))).toEqual(['~/.local/bin/tool']);
    expect(seen(path, path('bin/tool'))).toEqual(['~/bin/tool']);
  });

  it('is nothing for a file that is not there', () => {
    expect(seen(home(), '/usr/bin/node', 'nothing.js')).toEqual([]);
  });
});

describe('what is said of a sandbox', () => {
  it('is that there is none, where there is none', () => {
    expect(describeSandbox(stdioConfig())[0]).toMatch(/^It is not confined: it can read and write/);
    expect(describeSandbox(stdioConfig()).at(-1)).toMatch(/working directory .* no fence/);
    expect(describeSandbox(stdioConfig({}, { sandbox: { kind: 'plain' } }))[0]).toMatch(/not confined/);
    expect(describeSandbox(httpConfig()).join(' ')).toMatch(/nothing here confines it\.$/);
    expect(describeSandbox(httpConfig({ allowInsecure: true, addresses: 'public' })).join(' ')).toMatch(
      /without encryption: .* public internet alone\.$/,
    );
  });

  it('is what is confined and what is not', () => {
    const sandbox = { kind: 'bubblewrap', readOnly: ['/data'], writable: ['/out'], network: false } as const;
    const limits = { maxMemoryBytes: 1024, maxProcesses: 5 };
    const words = describeSandbox(
      stdioConfig({}, { sandbox: { ...sandbox, limits, account: { uid: 1, gid: 2 } } }),
    ).join('\n');
    expect(words).toMatch(/cannot write: .*\/data/);
    expect(words).toMatch(/read and write: \/out/);
    expect(words).toMatch(/no network/);
    expect(words).toMatch(/not kept from any system call/);
    expect(words).toMatch(/1024 bytes of memory/);
    expect(words).toMatch(/5 processes and threads/);
    expect(words).toMatch(/user 1, group 2/);
    const open = describeSandbox(stdioConfig({}, { sandbox: { ...sandbox, writable: [], network: true } })).join('\n');
    expect(open).toMatch(/nothing that outlives it/);
    expect(open).toMatch(/uses the network as the host does/);
    const other = describeSandbox(stdioConfig({}, { sandbox: { kind: 'template', command: ['firejail'] } })).join('\n');
    expect(other).toMatch(/started by firejail.*not known here/);
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { findLauncher } from '../../src/manager/find-executable.ts';
import { sandboxed, type FindLauncher, type SandboxedCommand } from '../../src/manager/sandbox.ts';
import { stdioConfig } from '../manager/support/server-configs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { verifies } from './verifies.ts';

const confined = { kind: 'bubblewrap', readOnly: [], writable: [], network: false } as const;

describe('what stands before a server', () => {
  const launch = { executable: '/usr/bin/server', args: ['a b', '$(id)'], cwd: '/srv' };

  verifies('M-09', 'is an argument list, in which every argument of the server is one', () => {
    const sandbox = { kind: 'template', command: ['wrap', '-C', '{cwd}', '{executable}', '{args}'] } as const;
    const find: FindLauncher = () => ({ kind: 'found', path: '/bin/wrap' });
    const command = sandboxed(stdioConfig({}, { sandbox }), launch, { env: {}, findLauncher: find });
    expect(command).toEqual({
      executable: '/bin/wrap',
      args: ['-C', '/srv', '/usr/bin/server', 'a b', '$(id)'],
      cwd: '/srv',
    });
    const bubblewrap = { env: {}, findLauncher: find, platform: 'linux' } as const;
    const { args } = sandboxed(stdioConfig({}, { sandbox: confined }), launch, bubblewrap);
    expect(args.slice(args.indexOf('--'))).toEqual(['--', '/usr/bin/server', 'a b', '$(id)']);
    expect(args).toEqual(
      expect.arrayContaining(['--unshare-net', '--unshare-pid', '--die-with-parent', '--new-session']),
    );
  });

  verifies('M-09', 'and is not there is an error: nothing is started with less around it', () => {
    const find: FindLauncher = () => ({
      kind: 'not-found',
      errno: 'ENOENT',
      why: 'bwrap was not found on PATH',
    });
    const start = (): SandboxedCommand =>
      sandboxed(stdioConfig({}, { sandbox: confined }), launch, { env: {}, findLauncher: find, platform: 'linux' });
    expect(start).toThrow(expect.objectContaining({ code: 'MCP_SPAWN_FAILED', errno: 'ENOENT' }));
    expect(start).toThrow(/not started without its sandbox/);
  });

  verifies('M-09', 'is never found on the PATH of the server: that is what it confines', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'bwrap'), '#!/bin/sh\n', { mode: 0o755 });
    const relative = { PATH: `.:${folder.split('/').at(-1) ?? ''}` };
    expect(findLauncher('bwrap', relative)).toMatchObject({ kind: 'not-found' });
    const seen: string[] = [];
    const find: FindLauncher = (...given) => {
      seen.push(JSON.stringify(given));
      const [name] = given;
      return { kind: 'found', path: `/bin/${name}` };
    };
    const context = { env: { PATH: folder }, findLauncher: find, platform: 'linux' } as const;
    const sandbox = { ...confined, limits: { maxOpenFiles: 64 } };
    const command = sandboxed(stdioConfig({}, { sandbox }), launch, context);
    expect(command).toMatchObject({ executable: '/bin/prlimit', env: { PATH: process.env['PATH'] } });
    expect(command.args.join(' ')).toContain(`--setenv PATH ${folder} `);
    // Nothing of the server's is handed on.
    expect(seen.toSorted()).toEqual(['["bwrap"]', '["prlimit"]']);
  });
});

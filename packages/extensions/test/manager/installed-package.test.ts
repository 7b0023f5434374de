import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findLauncher } from '../../src/manager/find-executable.ts';
import { findInstalled, npxFolderName, type InstalledPackage } from '../../src/manager/installed-package.ts';
import { runnerOf } from '../../src/manager/package-runner.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A home and a project in it, with packages where they are said to be. */
class Machine {
  readonly root = temporaryFolder();
  readonly home = this.path('home');
  readonly project = this.path('home/project');

  constructor() {
    mkdirSync(this.project, { recursive: true });
  }

  path(...names: string[]): string {
    return join(this.root, ...names);
  }

  /** Makes a package with one program; its path. */
  install(folder: string, name: string, version: string, bin: unknown = './cli.js'): string {
    const where = join(folder, 'node_modules', name);
    mkdirSync(where, { recursive: true });
    writeFileSync(join(where, 'package.json'), JSON.stringify({ name, version, bin }));
    writeFileSync(join(where, 'cli.js'), `// ${version}`);
    return where;
  }

  cache(...packages: string[]): string {
    return join(this.home, '.npm/_npx', npxFolderName(packages));
  }

  /** What is found for the first package of a command line. */
  async find(line: string, env: Record<string, string> = {}): Promise<InstalledPackage | undefined> {
    const [executable = '', ...args] = line.split(' ');
    const call = runnerOf(executable, args);
    const [request] = call?.packages ?? [];
    if (call === undefined || request === undefined) throw new Error(`no runner: ${line}`);
    const query = { cwd: this.project, env: { PATH: this.path('bin'), ...env }, home: this.home };
    return findInstalled(call, request, { ...query, platform: 'linux' });
  }
}

describe('the package that npx would run', () => {
  it('is the one of the project, before the global one, before the one of its cache', async () => {
    const machine = new Machine();
    const env = { npm_config_prefix: machine.path('global') };
    expect(await machine.find('npx -y server', env)).toBeUndefined();

    const cached = machine.install(machine.cache('server'), 'server', '3.0.0');
    expect(await machine.find('npx -y server', env)).toEqual({
      manifest: join(cached, 'package.json'),
      entry: join(cached, 'cli.js'),
      version: '3.0.0',
      where: 'npx cache',
    });
    machine.install(machine.path('global/lib'), 'server', '2.0.0');
    expect(await machine.find('npx -y server', env)).toMatchObject({ version: '2.0.0', where: 'global' });
    machine.install(machine.project, 'server', '1.0.0');
    expect(await machine.find('npx -y server', env)).toMatchObject({ version: '1.0.0', where: 'project' });
    // Another folder of the cache for another version, and what is there has to be that version.
    expect(await machine.find('npx -y server@3.0.0', env)).toBeUndefined();
    machine.install(machine.cache('server@3.0.0'), 'server', '3.0.0');
    expect(await machine.find('npx -y server@3.0.0', env)).toMatchObject({ version: '3.0.0', where: 'npx cache' });
  });

  it('comes with the lockfile of its folder of the cache, which pins all that is below', async () => {
    const machine = new Machine();
    const folder = machine.cache('@scope/server', 'helper');
    machine.install(folder, '@scope/server', '1.0.0', { start: './cli.js', other: './other.js' });
    writeFileSync(join(folder, 'package-lock.json'), '{}');
    expect(await machine.find('npx -p helper -p @scope/server start')).toBeUndefined();
    expect(await machine.find('npx -p @scope/server -p helper start')).toMatchObject({
      lockfile: join(folder, 'package-lock.json'),
      entry: expect.stringMatching(/cli\.js$/),
    });
  });

  it('is what the project has linked by that name, whatever package that is of', async () => {
    const machine = new Machine();
    const where = machine.install(machine.path('home'), '@scope/tools', '1.0.0');
    mkdirSync(machine.path('home/node_modules/.bin'));
    symlinkSync(join(where, 'cli.js'), machine.path('home/node_modules/.bin/start'));
    expect(await machine.find('npx start')).toMatchObject({ manifest: join(where, 'package.json'), where: 'project' });
    expect(await machine.find('npx start@1.0.0')).toBeUndefined();
  });

  it('is looked for in the cache that npm is configured with', async () => {
    const machine = new Machine();
    machine.install(machine.path('elsewhere/_npx', npxFolderName(['server'])), 'server', '1.0.0');
    expect(await machine.find('npx server')).toBeUndefined();
    expect(await machine.find('npx server', { NPM_CONFIG_CACHE: machine.path('elsewhere') })).toBeDefined();
    writeFileSync(join(machine.home, '.npmrc'), `; mine\ncache = "${machine.path('elsewhere')}"\n`);
    expect(await machine.find('npx server')).toBeDefined();
  });

  it.each([
    ['several programs, none of the name', { a: './cli.js', b: './b.js' }, undefined],
    ['several, one of the name', { server: './cli.js', b: './b.js' }, 'cli.js'],
    ['several names of one', { a: './cli.js', b: './cli.js' }, 'cli.js'],
    ['a program outside of the package', '../../../../secret', undefined],
    ['no program', undefined, undefined],
    ['a program that is no text', { server: 1 }, undefined],
  ])('has the entry that npx runs: %s', async (_, bin, entry) => {
    const machine = new Machine();
    const where = machine.install(machine.project, 'server', '1.0.0', bin ?? null);
    const found = await machine.find('npx server');
    expect(found?.entry).toBe(entry === undefined ? undefined : join(where, entry));
  });

  it.each(['{', '[]', '"text"', 'null'])('is not there when its manifest is %s', async (text) => {
    const machine = new Machine();
    const where = machine.install(machine.project, 'server', '1.0.0');
    writeFileSync(join(where, 'package.json'), text);
    const found = await machine.find('npx server');
    expect(found === undefined || found.version === 'without a version').toBe(true);
  });

  it('is not looked for where a name leads out of node_modules', async () => {
    const machine = new Machine();
    machine.install(machine.project, 'server', '1.0.0');
    for (const name of ['../server', '..', './server', '@scope/../server', '/etc']) {
      expect(await machine.find(`npx ${name}`), name).toBeUndefined();
    }
  });

  it('is not known for runners that keep it for themselves', async () => {
    const machine = new Machine();
    for (const line of ['uvx server', 'pipx run server', 'pnpm dlx server', 'yarn dlx server']) {
      expect(await machine.find(line), line).toBeUndefined();
    }
  });
});

describe.skipIf(process.platform === 'win32')('the npx of this machine', { timeout: 60_000 }, () => {
  it('keeps a package in the folder that is looked in', (context) => {
    const npx = findLauncher('npx');
    expect(['found', 'not-found']).toContain(npx.kind);
    if (npx.kind === 'not-found') {
      process.stderr.write(`SKIPPED, the real npx was not tried: ${npx.why}\n`);
      return context.skip(npx.why);
    }
    const machine = new Machine();
    const folder = machine.install(machine.root, 'local-server', '1.0.0');
    writeFileSync(join(folder, 'cli.js'), '#!/usr/bin/env node\nconsole.log("ran");\n', { mode: 0o755 });
    const npm = { npm_config_cache: machine.path('cache'), npm_config_update_notifier: 'false' };
    const env = { PATH: process.env['PATH'], HOME: machine.home, ...npm };
    const said = execFileSync(npx.path, ['--yes', '--offline', folder], {
      cwd: machine.project,
      env,
      encoding: 'utf8',
    });
    expect(said).toBe('ran\n');
    expect(readdirSync(machine.path('cache/_npx'))).toEqual([npxFolderName([folder])]);
  });
});

import { describe, expect, it } from 'vitest';
import { runnerOf } from '../../src/manager/package-runner.ts';

/** A command line; what runs it; each package with `!` when it is pinned; the command where it is named; the rest. */
const table: readonly (readonly [line: string, runner: string | undefined, packages?: string, rest?: string])[] = [
  ['npx -y @scope/server@1.2.3 /data', 'npx', '@scope/server 1.2.3!', '/data'],
  ['npx --yes server', 'npx', 'server', ''],
  ['npx -y server@latest --flag', 'npx', 'server latest', '--flag'],
  ['npx server@^1.0.0', 'npx', 'server ^1.0.0', ''],
  ['npx -p server@1.0.0-rc.1 -p helper start now', 'npx', 'server 1.0.0-rc.1!, helper > start', 'now'],
  ['npx --package=server -- start', 'npx', 'server > start', ''],
  ['uvx --token abc server', 'uvx', 'server', ''],
  ['npx -c start --package server', 'npx', 'server > start', ''],
  ['npx --registry https://example.test server', 'npx', 'server', ''],
  ['npx --some-new-option value server', 'npx', 'server', ''],
  ['npx -y github:user/repo', 'npx', 'github:user/repo github:user/repo', ''],
  ['npx ./folder', 'npx', './folder ./folder', ''],
  ['npx', undefined],
  ['npm exec -y server', 'npx', 'server', ''],
  ['npm x -- server', 'npx', 'server', ''],
  ['npm start', undefined],
  ['/opt/node/bin/npx server', 'npx', 'server', ''],
  ['C:\\nodejs\\npx.cmd server', 'npx', 'server', ''],
  ['cmd /c npx -y server', 'npx', 'server', ''],
  ['C:\\Windows\\System32\\cmd.exe /d /s /c npx.cmd -y server', 'npx', 'server', ''],
  ['cmd /c dir', undefined],
  ['cmd', undefined],
  ['env A=1 npx server', 'npx', 'server', ''],
  ['env -u A -C /srv npx server', 'npx', 'server', ''],
  ['env -S npx server', 'npx', 'server', ''],
  ['env A=1', undefined],
  ['env', undefined],
  ['bunx server@1.0.0', 'bunx', 'server 1.0.0!', ''],
  ['bun x server', 'bunx', 'server', ''],
  ['bun run server.ts', undefined],
  ['pnpm dlx server', 'pnpm dlx', 'server', ''],
  ['pnpm --package=server dlx start', 'pnpm dlx', 'server > start', ''],
  ['pnpm --package server@1.0.0 --silent dlx start now', 'pnpm dlx', 'server 1.0.0! > start', 'now'],
  ['pnpm -C /srv --reporter=silent dlx server', 'pnpm dlx', 'server', ''],
  ['pnpm --silent --package=one dlx --package two start', 'pnpm dlx', 'one, two > start', ''],
  ['pnpm --package=server run dlx', undefined],
  ['pnpm --silent run server', undefined],
  ['npm --yes exec server@1.0.0 -- --port 1', 'npx', 'server 1.0.0!', '-- --port 1'],
  ['npm --prefix /srv x server', 'npx', 'server', ''],
  ['npm --prefix exec start', undefined],
  ['bun --bun x server', 'bunx', 'server', ''],
  ['uv --quiet tool run server', 'uvx', 'server', ''],
  ['uv --directory /srv tool run --from pkg server', 'uvx', 'pkg > server', ''],
  ['uv tool --quiet run server', 'uvx', 'server', ''],
  ['yarn --cwd /srv dlx server', 'yarn dlx', 'server', ''],
  ['pnpm --', undefined],
  ['pnpm dlx --package server start', 'pnpm dlx', 'server > start', ''],
  ['yarn dlx server@2.0.0', 'yarn dlx', 'server 2.0.0!', ''],
  ['uvx mcp-server-git --repository .', 'uvx', 'mcp-server-git', '--repository .'],
  ['uvx mcp-server-git@1.2', 'uvx', 'mcp-server-git @1.2!', ''],
  ['uvx mcp-server-git@latest', 'uvx', 'mcp-server-git @latest', ''],
  ['uvx --from mcp-tools[cli]==0.3.1 --with httpx tool', 'uvx', 'mcp-tools ==0.3.1!, httpx > tool', ''],
  [
    'uvx --from git+https://example.test/x tool',
    'uvx',
    'git+https://example.test/x git+https://example.test/x > tool',
    '',
  ],
  ['uvx --python 3.12 server', 'uvx', 'server', ''],
  ['uv tool run server', 'uvx', 'server', ''],
  ['uv run server.py', undefined],
  ['pipx run server==1.0 x', 'pipx run', 'server ==1.0!', 'x'],
  ['pipx run --spec server>=1 start', 'pipx run', 'server >=1 > start', ''],
  ['node server.js', undefined],
  ['some-server', undefined],
];

describe('a command line that fetches what it runs (artokun/comfyui-mcp#1447)', () => {
  it.each(table)('%s', (line = '', runner, packages, rest) => {
    const [executable = '', ...args] = line.split(' ');
    const call = runnerOf(executable, args);
    expect(call?.runner).toBe(runner);
    if (call === undefined) return;
    const named = call.packages.map(
      ({ name, spec, isPinned }) => `${[name, spec].filter(Boolean).join(' ')}${isPinned ? '!' : ''}`,
    );
    expect(named.join(', ') + (call.command === undefined ? '' : ` > ${call.command}`)).toBe(packages);
    expect(call.args.join(' ')).toBe(rest);
  });

  it('is seen in one argument of cmd too, as some configurations have it', () => {
    expect(runnerOf('cmd', ['/c', 'npx -y server@1.0.0'])).toMatchObject({
      runner: 'npx',
      packages: [{ name: 'server' }],
    });
  });
});

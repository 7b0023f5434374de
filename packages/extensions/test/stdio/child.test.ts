import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { Child } from '../../src/stdio/child.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const text = (chunks: readonly Buffer[]): string => Buffer.concat(chunks).toString();

function start(script: string): { child: Child; stdout: Buffer[] } {
  const stdout: Buffer[] = [];
  const child = new Child({
    launch: { kind: 'spawn', file: process.execPath, args: ['-e', script], verbatim: false },
    cwd: process.cwd(),
    env: { PATH: process.env['PATH'] ?? '' },
    onStdout: (chunk) => stdout.push(chunk),
    onStderr: () => {},
    onStdoutEnd: () => {},
  });
  return { child, stdout };
}

it('C-30: the last words are heard also when the host was busy for longer than they may take', async () => {
  const said = join(temporaryFolder(), 'said');
  const helper = `process.once('disconnect', () => setTimeout(() => {
    console.log('late');
    require('node:fs').writeFileSync(${JSON.stringify(said)}, '');
  }, 40)); process.send('ready');`;
  const { child, stdout } = start(`
    require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(helper)}], { stdio: ['ignore', 1, 2, 'ipc'] })
      .once('message', () => process.exit(1));`);
  await child.exit;
  // Busy for three times as long as they may take, and until they are said.
  const begin = performance.now();
  while (performance.now() < begin + 300 || (!existsSync(said) && performance.now() < begin + 15_000));
  await child.over;
  expect(text(stdout)).toBe('late\n');
});

it('C-34: its pipes are destroyed when it is over', async () => {
  const { child } = start('');
  expect(child.stdin).toBeDefined();
  expect(await child.over).toEqual({ kind: 'exited', exitCode: 0, signal: null });
  expect(child.stdin).toBeUndefined();
  expect(child.endStdin()).toBe(false);
  expect(child.isUnreaped).toBe(false);
});

it.skipIf(process.platform === 'win32')(
  'C-05: a host without file descriptors left hears so, and lives on',
  async () => {
    const host = fileURLToPath(new URL('support/host-without-descriptors.ts', import.meta.url));
    const line = 'ulimit -n 128; exec "$0" --import tsx "$1"';
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', line, process.execPath, host], { timeout: 30_000 });
    const lines = stdout.trim().split('\n');
    expect(lines[0]).toContain('servers are not ended with a killed host');
    expect(JSON.parse(lines[1] ?? '')).toEqual({
      code: 'MCP_SPAWN_FAILED',
      errno: 'EMFILE',
      message: 'the server could not be started: no file descriptor is left for its pipes (EMFILE)',
    });
  },
);

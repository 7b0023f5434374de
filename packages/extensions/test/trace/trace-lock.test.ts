import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type TestContext } from 'vitest';
import { openTrace } from '../../src/trace/open-trace.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Another process that writes a trace; it ends when it is killed. */
async function otherWriter({ onTestFinished }: TestContext, path: string): Promise<{ kill(): Promise<void> }> {
  const entry = new URL('../../src/trace.ts', import.meta.url).href;
  const program = `
    const { openTrace } = await import(process.argv[1]);
    const trace = await openTrace({ path: process.argv[2] });
    trace.add({ type: 'failure', code: 'MCP_TIMEOUT', message: 'of the other' });
    await trace.flush();
    setInterval(() => {}, 1_000);
    console.log('writes');
  `;
  const words = ['--import', 'tsx', '--input-type=module', '-e', program, entry, path];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(kill);
  await Promise.race([once(child.stdout, 'data'), ended]);
  return { kill };
}

test('a writer in another process counts, until it is killed', { timeout: 60_000 }, async (context) => {
  const path = join(temporaryFolder(context), 'trace.jsonl');
  const other = await otherWriter(context, path);
  await expect(openTrace({ path })).rejects.toMatchObject({ code: 'MCP_INVALID_CONFIG', file: path });
  await other.kill();
  const trace = await openTrace({ path });
  await trace.close();
  expect(readFileSync(`${path}.1`, 'utf8')).toContain('of the other');
});

import { settlesWithin, waitUntilGone } from '@coding-agent/fixture-servers/testing';
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, open, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Recorded, startFixture } from './support/recorded.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/**
 * Takes all four threads that read files, until the function that it returns is called. They take what they are asked for in
 * order, so whatever is asked for later waits.
 */
function fillThreadPool(): () => Promise<void> {
  const fifo = join(temporaryFolder(), 'fifo');
  execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', fifo]);
  const opened = Array.from(
    { length: 4 },
    () => new Promise<number>((resolve) => open(fifo, 'r', (_, fd) => resolve(fd))),
  );
  return async () => {
    const fd = openSync(fifo, constants.O_RDWR | constants.O_NONBLOCK);
    for (const each of await Promise.all(opened)) closeSync(each);
    closeSync(fd);
  };
}

it.runIf(process.platform === 'linux')('C-31: closing has an end also when no thread can read a file', async () => {
  const { server, recorded } = startFixture({ mode: 'normal' });
  await recorded.shakeHands();
  // A younger child of ours is asked for the mark.
  const other = spawn('sleep', ['30'], { stdio: 'ignore' });
  onTestFinished(() => void other.kill('SIGKILL'));
  const release = fillThreadPool();
  try {
    const closed = await settlesWithin(recorded.close(), 3000, 'closing');
    expect(closed).toMatchObject({ status: 'fulfilled', value: { survivors: [] } });
    await waitUntilGone(server.pids(), { deadlineMs: 0 });
  } finally {
    await release();
  }
});

it('C-05: a failed start is told also when no thread can read a file', async () => {
  const release = fillThreadPool();
  try {
    const recorded = new Recorded({ executable: '/no/such/file' });
    expect(await recorded.end(3000)).toMatchObject({ code: 'MCP_SPAWN_FAILED', errno: 'ENOENT' });
  } finally {
    await release();
  }
});

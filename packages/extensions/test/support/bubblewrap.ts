import { spawnSync } from 'node:child_process';
import { expect, type TestContext } from 'vitest';

let why: string | undefined | null = null;

/** Why bubblewrap cannot be used here; undefined when it can. Some systems have it and let nobody use it. */
function whyNoBubblewrap(): string | undefined {
  if (process.platform !== 'linux') return `bubblewrap is for Linux, and this is ${process.platform}`;
  const args = ['--ro-bind', '/', '/', '--unshare-pid', '--unshare-net', '--proc', '/proc', 'true'];
  const { error, status, stderr } = spawnSync('bwrap', args, { encoding: 'utf8' });
  if (error !== undefined) return `bwrap cannot be started (${error.message}): apt-get install bubblewrap`;
  return status === 0 ? undefined : `bwrap does not work here: ${stderr.trim()}`;
}

/** Goes on only where bubblewrap can be used. Elsewhere the test is skipped, by name, and it is said aloud why. */
export function needBubblewrap(context: TestContext): void {
  if (why === null) why = whyNoBubblewrap();
  expect(why).not.toBe('');
  if (why === undefined) return;
  process.stderr.write(`SKIPPED, the sandbox was not tried: ${context.task.name}: ${why}\n`);
  context.skip(why);
}

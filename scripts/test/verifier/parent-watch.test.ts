import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { listProcesses, waitUntilGone } from '@coding-agent/fixture-servers/testing';
import { expect, onTestFinished, test } from 'vitest';

const watched = pathToFileURL(join(import.meta.dirname, '..', '..', 'lesson', 'process', 'parent-watch.ts')).href;
const script = `
  import { onPackageManagerGone } from ${JSON.stringify(watched)};
  setInterval(() => {}, 1000);
  onPackageManagerGone(() => process.exit(0));
  console.log('watching');`;
/** A shell that does not replace itself by its command. */
const shell = ['/bin/sh', '-c', '"$0" "$@"; exit $?'];

/** A package manager (a shell here), a shell of its, and a script that watches. */
async function startScript(env: NodeJS.ProcessEnv): Promise<{ manager: ChildProcess; pids: number[] }> {
  const words = [...shell.slice(1), ...shell, process.execPath, '--import', 'tsx', '--input-type=module', '-e', script];
  const manager = spawn(shell[0] ?? '', words, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(manager.stdout, 'data');
  const table = listProcesses();
  const inner = table.find(({ ppid }) => ppid === manager.pid)?.pid ?? 0;
  const node = table.find(({ ppid }) => ppid === inner)?.pid ?? 0;
  onTestFinished(() => {
    for (const pid of [node, inner]) if (listProcesses().some((one) => one.pid === pid)) process.kill(pid, 'SIGKILL');
  });
  expect([inner, node].every((pid) => pid > 0)).toBe(true);
  return { manager, pids: [inner, node] };
}

test('a script ends when the package manager above its shell is killed, and when the shell is', async () => {
  for (const which of ['manager', 'shell']) {
    const { manager, pids } = await startScript({ npm_lifecycle_event: 'verify:lesson' });
    if (which === 'manager') manager.kill('SIGKILL');
    else process.kill(pids[0] ?? 0, 'SIGKILL');
    await expect(waitUntilGone(pids, { deadlineMs: 10_000 }), which).resolves.toBeUndefined();
  }
});

test('what was started by hand outlives its terminal', async () => {
  const { manager, pids } = await startScript({ npm_lifecycle_event: undefined });
  manager.kill('SIGKILL');
  await once(manager, 'exit');
  // Three looks and more: it would have noticed by now.
  await expect(waitUntilGone(pids, { deadlineMs: 1_700 })).rejects.toThrow(/still running/);
});

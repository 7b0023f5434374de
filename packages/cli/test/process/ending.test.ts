import { waitUntilGone } from '@coding-agent/fixture-servers/testing';
import { expect, onTestFinished, test } from 'vitest';
import { commandFile, startCommand } from '../support/run-command.ts';
import { filesIn, sandboxFolder } from '../support/sandbox-folder.ts';
import { fixture } from '../support/servers.ts';

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s in mid-call: everything is ended, exit 130, nothing is left',
  async (signal) => {
    const folder = sandboxFolder({ onTestFinished });
    const { server, entry } = fixture({ onTestFinished }, folder, { mode: 'grandchild' });
    folder.write(folder.userFile, { mcpServers: { fix: entry } });
    const { child, end } = startCommand(folder, ['call', 'fix/never', '--json']);
    await server.waitFor((one) => one.event === 'received' && one.message.method === 'tools/call', {
      deadlineMs: 20_000,
    });
    child.kill(signal);
    const { exitCode, out, err } = await end;
    expect({ exitCode, err }).toEqual({ exitCode: 130, err: '' });
    expect(JSON.parse(out)).toMatchObject({ error: { code: 'CLI_INTERRUPTED', exitCode: 130 } });
    await waitUntilGone(server.pids());
    expect(folder.leftovers()).toEqual([]);
    expect(filesIn(folder.env['TMPDIR'] ?? '')).toEqual([]);
  },
);

test('an interruption while a server starts, and one that does not want to go', async (context) => {
  const folder = sandboxFolder(context);
  const silent = fixture(context, folder, { mode: 'silent' });
  const stubborn = fixture(context, folder, { mode: 'ignore-sigterm' });
  folder.write(folder.userFile, { mcpServers: { silent: silent.entry, stubborn: stubborn.entry } });
  const { child, end } = startCommand(folder, ['list']);
  const started = { deadlineMs: 20_000 };
  await Promise.all([silent, stubborn].map(({ server }) => server.waitFor((one) => one.event === 'received', started)));
  child.kill('SIGINT');
  await expect(end).resolves.toMatchObject({ exitCode: 130, out: '' });
  await waitUntilGone([...silent.server.pids(), ...stubborn.server.pids()]);
  expect(folder.leftovers()).toEqual([]);
});

test('a second interruption ends at once, and the servers do not live on', async (context) => {
  const folder = sandboxFolder(context);
  const { server, entry } = fixture(context, folder, { mode: 'ignore-sigterm' });
  folder.write(folder.userFile, { mcpServers: { fix: entry } });
  const { child, end } = startCommand(folder, ['call', 'fix/never']);
  await server.waitFor((one) => one.event === 'received' && one.message.method === 'tools/call', {
    deadlineMs: 20_000,
  });
  child.kill('SIGINT');
  await server.waitFor((one) => one.event === 'stdin-end', { deadlineMs: 20_000 });
  child.kill('SIGINT');
  await expect(end).resolves.toMatchObject({ exitCode: 130 });
  await waitUntilGone(server.pids(), { deadlineMs: 20_000 });
});

test('an interruption while standard input is waited for', async (context) => {
  const folder = sandboxFolder(context);
  const { server, entry } = fixture(context, folder);
  folder.write(folder.userFile, { mcpServers: { fix: entry } });
  const { child, end, said } = startCommand(folder, ['call', 'fix/echo', '-']);
  await said('reading arguments from standard input');
  child.kill('SIGINT');
  await expect(end).resolves.toMatchObject({ exitCode: 130, out: '' });
  expect(server.pids()).toEqual([]);
});

test('mcp list | head -1: it ends quietly, with everything closed', async (context) => {
  const folder = sandboxFolder(context);
  const { server, entry } = fixture(context, folder);
  folder.write(folder.userFile, { mcpServers: { fix: entry } });
  const { child, end } = startCommand(folder, ['list']);
  child.stdin?.end();
  // The reader goes away before there is anything to read.
  child.stdout?.destroy();
  const { exitCode, err } = await end;
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  await waitUntilGone(server.pids());
  expect(folder.leftovers()).toEqual([]);
});

test('nobody reads stderr: what was done is told by stdout and the exit code', async (context) => {
  const folder = sandboxFolder(context);
  folder.write(folder.userFile, { mcpServers: { bad: { command: 'no-such-program-here' } } });
  const { child, end } = startCommand(folder, ['list', '--json']);
  child.stdin?.end();
  child.stderr?.destroy();
  const { exitCode, out } = await end;
  expect(exitCode).toBe(4);
  expect(JSON.parse(out)).toMatchObject({ servers: [{ state: 'failed' }] });
});

test.runIf(process.platform === 'linux').each<[readonly string[]]>([[[]], [['--json']]])(
  'an output that cannot be written is told, and everything is ended: %j',
  async (words) => {
    const context = { onTestFinished };
    const folder = sandboxFolder(context);
    const { server, entry } = fixture(context, folder);
    folder.write(folder.userFile, { mcpServers: { fix: entry } });
    const script = `exec "$0" "$@" > /dev/full`;
    const { exitCode, err } = await startCommand(folder, [], {
      executable: 'sh',
      args: ['-c', script, process.execPath, commandFile, 'call', 'fix/echo', 'value=x', ...words],
      stdin: '',
    }).end;
    expect(exitCode).toBe(1);
    expect(err).toContain('the output could not be written: ENOSPC');
    await waitUntilGone(server.pids());
  },
);

test('a working directory that was deleted is a mistake that is told', async (context) => {
  const folder = sandboxFolder(context);
  const { exitCode, out } = await startCommand(folder, [], {
    executable: 'sh',
    args: ['-c', 'rmdir "$PWD" && exec "$0" "$@"', process.execPath, commandFile, 'list', '--json'],
    stdin: '',
  }).end;
  expect(exitCode).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    error: { code: 'CLI_USAGE', message: 'the working directory does not exist any more' },
  });
});

test('a huge answer arrives whole at a reader that takes its time', async (context) => {
  const folder = sandboxFolder(context);
  const { server, entry } = fixture(context, folder);
  folder.write(folder.userFile, { mcpServers: { fix: entry } });
  const value = 'ž'.repeat(4 * 1024 * 1024);
  const { child, end } = startCommand(folder, ['call', 'fix/echo', '-'], { stdin: JSON.stringify({ value }) });
  child.stdout?.pause();
  await server.waitFor((one) => one.event === 'sent' || one.event === 'stdin-end', { deadlineMs: 20_000 });
  // The servers do not wait for the reader: they are ended meanwhile.
  await waitUntilGone(server.pids(), { deadlineMs: 20_000 });
  child.stdout?.resume();
  const { exitCode, out } = await end;
  expect(exitCode).toBe(0);
  expect(out === `${value}\n`).toBe(true);
});

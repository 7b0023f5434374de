import { waitUntilGone } from '@coding-agent/fixture-servers/testing';
import { expect, onTestFinished, test, type TestContext } from 'vitest';
import { runCommand, type CommandEnd } from '../support/run-command.ts';
import { sandboxFolder, type SandboxFolder } from '../support/sandbox-folder.ts';
import { fixture } from '../support/servers.ts';

/** Runs one command line and proves that nothing of it is left. */
async function ran(folder: SandboxFolder, words: readonly string[], stdin = ''): Promise<CommandEnd> {
  const end = await runCommand(folder, words, { stdin });
  await waitUntilGone(folder.leftovers().map(({ pid }) => pid));
  expect(folder.leftovers()).toEqual([]);
  return end;
}

type Mode = Parameters<typeof fixture>[2];

function withServer(
  context: Pick<TestContext, 'onTestFinished'>,
  mode: Mode = {},
): ReturnType<typeof fixture> & { folder: SandboxFolder } {
  const folder = sandboxFolder(context);
  const { server, entry } = fixture(context, folder, mode);
  folder.write(folder.userFile, { mcpServers: { fix: entry } });
  return { folder, server, entry };
}

test('0: the call went well, in a pipe, without a word on stderr', async (context) => {
  const { folder, server } = withServer(context);
  const end = await ran(folder, ['call', 'fix/echo', 'value=hello']);
  expect(end).toEqual({ exitCode: 0, signal: null, out: 'hello\n', err: '' });
  expect(server.received('tools/call')).toHaveLength(1);
  await waitUntilGone(server.pids());
});

test('1: a mistake on the command line, and nothing is started', async (context) => {
  const { folder, server } = withServer(context);
  const end = await ran(folder, ['call', 'fix/ehco', '--args', '{}', 'a=b']);
  expect(end).toMatchObject({ exitCode: 1, out: '' });
  expect(end.err).toContain('given in two ways');
  expect(server.pids()).toEqual([]);
});

test('1: an argument that the tool does not take', async (context) => {
  const { folder, server } = withServer(context);
  const end = await ran(folder, ['call', 'fix/ehco', 'value=x']);
  expect(end).toMatchObject({ exitCode: 1, out: '' });
  expect(end.err).toContain('did you mean fix/echo?');
  expect(server.received('tools/call')).toEqual([]);
});

test('2: no configuration, a file that is not there, one that is no JSON', async (context) => {
  const folder = sandboxFolder(context);
  const none = await ran(folder, ['list']);
  expect(none).toMatchObject({ exitCode: 2, out: '' });
  expect(none.err).toContain(folder.userFile);
  await expect(ran(folder, ['list', '--config', 'nowhere.json'])).resolves.toMatchObject({ exitCode: 2 });
  folder.write('.mcp.json', '{ "mcpServers": { "a": } }');
  const broken = await ran(folder, ['list', '--json']);
  expect(broken.exitCode).toBe(2);
  expect(JSON.parse(broken.out)).toMatchObject({
    error: { code: 'MCP_INVALID_CONFIG', message: expect.stringMatching(/\.mcp\.json, line 1/) },
  });
});

test('3: a server of a project is not started before somebody said yes; the yes is for what it is', async (context) => {
  const folder = sandboxFolder(context);
  const { server, entry } = fixture(context, folder);
  folder.write('.mcp.json', { mcpServers: { fix: entry } });
  const refused = await ran(folder, ['call', 'fix/echo', 'value=hello', '--json']);
  expect(refused.exitCode).toBe(3);
  expect(JSON.parse(refused.out)).toMatchObject({
    error: { code: 'MCP_APPROVAL_REQUIRED', next: expect.stringContaining('mcp approve fix') },
  });
  expect(server.pids()).toEqual([]);

  const seen = await ran(folder, ['approve', 'fix', '--json']);
  expect(seen.exitCode).toBe(3);
  const { servers } = JSON.parse(seen.out) as { servers: [{ fingerprint: string }] };
  const [{ fingerprint }] = servers;
  await expect(ran(folder, ['approve', 'fix', '--yes', '0'.repeat(16)])).resolves.toMatchObject({ exitCode: 3 });
  expect(server.pids()).toEqual([]);
  await expect(ran(folder, ['approve', 'fix', '--yes', fingerprint.slice(0, 16)])).resolves.toMatchObject({
    exitCode: 0,
  });
  await expect(ran(folder, ['call', 'fix/echo', 'value=hello'])).resolves.toMatchObject({
    exitCode: 0,
    out: 'hello\n',
  });

  folder.write('.mcp.json', { mcpServers: { fix: { ...entry, args: [...entry.args, '--seed=2'] } } });
  const changed = await ran(folder, ['call', 'fix/echo', 'value=hello']);
  expect(changed.exitCode).toBe(3);
  expect(changed.err).toContain('--seed=2');
  await ran(folder, ['approve', '--revoke', 'fix']);
  folder.write('.mcp.json', { mcpServers: { fix: entry } });
  await expect(ran(folder, ['call', 'fix/echo', 'value=hello'])).resolves.toMatchObject({ exitCode: 3 });
  await waitUntilGone(server.pids());
});

test.each([
  ['cannot be found', { command: 'no-such-program-here', args: [] }, 'MCP_SPAWN_FAILED'],
  [
    'ends at once',
    { command: process.execPath, args: ['-e', 'console.error("no module named x"); process.exit(7)'] },
    'MCP_HANDSHAKE_FAILED',
  ],
])('4: a server that %s', async (_what, entry, code) => {
  const folder = sandboxFolder({ onTestFinished });
  folder.write(folder.userFile, { mcpServers: { bad: entry } });
  const end = await ran(folder, ['call', 'bad/tool', '--json']);
  expect(end.exitCode).toBe(4);
  expect(JSON.parse(end.out)).toMatchObject({ error: { code, server: 'bad', exitCode: 4 } });
  const list = await ran(folder, ['list']);
  expect(list.exitCode).toBe(4);
  expect(list.out).toContain(code);
});

test('4: a server that says nothing, within the time that was given', async (context) => {
  const { folder, server } = withServer(context, { mode: 'silent' });
  const end = await ran(folder, ['call', 'fix/echo', 'value=x', '--timeout', '1s']);
  expect(end).toMatchObject({ exitCode: 4, out: '' });
  await waitUntilGone(server.pids());
});

test('a server that takes its time has the time that it is given', async (context) => {
  const { folder } = withServer(context, { mode: 'dual-era', delayMs: 1_500 });
  await expect(ran(folder, ['call', 'fix/echo', 'value=x', '--timeout', '500ms'])).resolves.toMatchObject({
    exitCode: 4,
  });
  await expect(ran(folder, ['call', 'fix/echo', 'value=x', '--timeout', '40s'])).resolves.toMatchObject({
    exitCode: 0,
  });
});

test('4: a server that dies in mid-call: it may have been executed, and that is said', async (context) => {
  const { folder, server } = withServer(context, { mode: 'exit-mid-call' });
  const end = await ran(folder, ['call', 'fix/echo', 'value=x', '--json']);
  expect(end.exitCode).toBe(4);
  expect(JSON.parse(end.out)).toMatchObject({ error: { code: 'MCP_PROCESS_EXIT', outcome: 'unknown' } });
  // Never sent again: it may have run.
  expect(server.received('tools/call')).toHaveLength(1);
});

test.each([
  ['says that it failed', ['isError:=true']],
  ['is refused by the server', ['code:=-32000', 'message=no']],
])('5: a tool that %s', async (_what, words) => {
  const { folder } = withServer({ onTestFinished });
  const end = await ran(folder, ['call', 'fix/fail', ...words]);
  expect(end).toMatchObject({ exitCode: 5, out: '' });
  expect(end.err).toMatch(/^error: /);
});

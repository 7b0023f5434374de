import { waitUntilGone } from '@coding-agent/fixture-servers/testing';
import { describe, expect, test } from 'vitest';
import { runCommand } from '../support/run-command.ts';
import { hasTerminal, runInTerminal, startInTerminal } from '../support/run-in-terminal.ts';
import { sandboxFolder } from '../support/sandbox-folder.ts';
import { fixture } from '../support/servers.ts';

/** Colours, and the line of progress that is overwritten. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const ours = /\u001b\[\d*m|\r\u001b\[2K/g;

// oxlint-disable-next-line no-control-regex -- they are what is looked for
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/g;

/** Everything that a terminal obeys, but for what the command itself uses, and line ends. */
function commandsIn(text: string): string[] {
  return text.replaceAll(ours, '').match(control) ?? [];
}

describe.runIf(hasTerminal)('in a real terminal', () => {
  test('colours, and descriptions within its width', async (context) => {
    const folder = sandboxFolder(context);
    const { server, entry } = fixture(context, folder);
    folder.write(folder.userFile, { mcpServers: { fix: entry } });
    const { exitCode, out } = await runInTerminal(folder, ['list'], { columns: 60 });
    expect(exitCode).toBe(0);
    expect(out).toContain('\u001b[32mready\u001b[39m');
    expect(commandsIn(out)).toEqual([]);
    const plain = await runInTerminal(folder, ['list', '--no-color']);
    expect(plain.out).not.toContain('\u001b[3');
    const noColor = await runInTerminal(folder, ['list'], { env: { NO_COLOR: '1' } });
    expect(noColor.out).not.toContain('\u001b[3');
    await waitUntilGone(server.pids());
  });

  test('what a server says is shown, not obeyed', async (context) => {
    const folder = sandboxFolder(context);
    const { server, entry } = fixture(context, folder);
    folder.write(folder.userFile, { mcpServers: { fix: entry } });
    const evil = 'a\u001b]52;c;ZXZpbA==\u0007b\u001b[2J\u202ec\rd';
    const { exitCode, out } = await runInTerminal(folder, ['call', 'fix/echo', `value=${evil}`]);
    expect(exitCode).toBe(0);
    expect(out).toContain('a\\u001b]52;c;ZXZpbA==\\u0007b\\u001b[2J\\u202ec\\u000dd');
    expect(commandsIn(out)).toEqual([]);
    await waitUntilGone(server.pids());
  });

  test('mcp approve asks, and starts nothing before the answer', async (context) => {
    const folder = sandboxFolder(context);
    const { server, entry } = fixture(context, folder);
    folder.write('.mcp.json', { mcpServers: { fix: entry } });
    const refused = await runInTerminal(folder, ['approve'], { typed: 'n\n' });
    expect(refused.exitCode).toBe(3);
    expect(refused.out).toContain('start fix from now on, as this?');
    expect(server.pids()).toEqual([]);
    const approved = await runInTerminal(folder, ['approve'], { typed: 'yes\n' });
    expect(approved.exitCode).toBe(0);
    expect(approved.out).toContain('fix  is approved');
    await expect(runInTerminal(folder, ['call', 'fix/echo', 'value=hello'])).resolves.toMatchObject({ exitCode: 0 });
    await waitUntilGone(server.pids());
    expect(folder.leftovers()).toEqual([]);
  });

  test('Ctrl-C at the question, and in mid-call: exit 130, nothing is left', async (context) => {
    const folder = sandboxFolder(context);
    const { server, entry } = fixture(context, folder);
    folder.write('.mcp.json', { mcpServers: { other: entry } });
    folder.write(folder.userFile, { mcpServers: { fix: entry } });
    const asked = startInTerminal(folder, ['approve']);
    await asked.said('[y/N]');
    asked.child.stdin?.write('\u0003');
    await expect(asked.end).resolves.toMatchObject({ exitCode: 130 });
    expect(server.pids()).toEqual([]);
    const { child, end } = startInTerminal(folder, ['call', 'fix/never']);
    await server.waitFor((one) => one.event === 'received' && one.message.method === 'tools/call', {
      deadlineMs: 20_000,
    });
    child.stdin?.write('\u0003');
    const { exitCode, out } = await end;
    expect(exitCode).toBe(130);
    expect(out).toContain('interrupted (SIGINT)');
    await waitUntilGone(server.pids());
    expect(folder.leftovers()).toEqual([]);
  });

  test('what an entry wants to know is asked at the start; a password is not echoed', async (context) => {
    const folder = sandboxFolder(context);
    const { server, entry } = fixture(context, folder, { mode: 'env-dump' });
    const env = { ...entry.env, REGION: '${input:region}', KEY: '${input:key}' };
    folder.write(folder.userFile, {
      inputs: [
        { id: 'region', description: 'Which region?' },
        { id: 'key', description: 'Your key', password: true },
      ],
      mcpServers: { fix: { ...entry, env } },
    });
    const { child, end, said } = startInTerminal(folder, ['call', 'fix/env']);
    await said('Which region?: ');
    child.stdin?.write('eu\n');
    await said('Your key: ');
    child.stdin?.write('hunter2\n');
    const { exitCode, out } = await end;
    expect(exitCode).toBe(0);
    const [dump = ''] = /\{.*\}/s.exec(out) ?? [];
    expect(JSON.parse(dump)).toMatchObject({ REGION: 'eu', KEY: 'hunter2' });
    expect(out.slice(0, out.indexOf(dump))).not.toContain('hunter2');
    await waitUntilGone(server.pids());
    // In a pipe nobody can be asked: exit 2, with what is missing.
    const piped = await runCommand(folder, ['call', 'fix/env']);
    expect(piped.exitCode).toBe(2);
    expect(piped.err).toContain('region');
  });

  test('progress is one line that is taken away', async (context) => {
    const folder = sandboxFolder(context);
    const { entry } = fixture(context, folder, { mode: 'silent' });
    folder.write(folder.userFile, { mcpServers: { fix: entry } });
    const { exitCode, out } = await runInTerminal(folder, ['list', '--timeout', '2s', '--no-color']);
    expect(exitCode).toBe(4);
    expect(out).toContain('\r\u001b[2Kwaiting for fix … 1 s');
    expect(out.split('\n').filter((line) => line.includes('waiting for fix'))).toHaveLength(1);
  });
});

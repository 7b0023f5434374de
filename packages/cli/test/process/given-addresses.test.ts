import { expect, onTestFinished, test } from 'vitest';
import { ticketServer } from '../support/http-server.ts';
import { runCommand } from '../support/run-command.ts';
import { sandboxFolder } from '../support/sandbox-folder.ts';

const token = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';

test('a token where the NAME of its variable belongs is shown by no command, nor in a report', async (context) => {
  const folder = sandboxFolder(context);
  const server = await ticketServer(context);
  const opaque = 'xq7v9p2m4k';
  const illegal = 'sk-live.9f8a7b6c5d4e';
  folder.write(folder.userFile, {
    mcpServers: {
      a: { url: server.url, bearerTokenEnv: token },
      b: { url: server.url, headersFromEnv: { 'X-Key': opaque } },
      c: { url: server.url, bearerTokenEnv: illegal },
    },
  });
  const commands = [
    ['list'],
    ['list', '--json'],
    ['call', 'a/search'],
    ['call', 'b/search'],
    ['call', 'c/search'],
    ['doctor'],
    ['doctor', '--json'],
    ['doctor', '--report', '-'],
    ['doctor', 'b', '--report', '-'],
    ['run', '--bearer-env', token, server.url],
    ['run', '--bearer-env', illegal, server.url],
  ];
  const ran = await Promise.all(commands.map((words) => runCommand(folder, words)));
  for (const [index, { out, err, exitCode }] of ran.entries()) {
    expect(exitCode, commands[index]?.join(' ')).not.toBe(0);
    for (const value of [token, opaque, illegal]) {
      expect(out + err, commands[index]?.join(' ')).not.toContain(value.slice(0, 6));
    }
  }
  expect(ran[5]?.out).toContain('the NAME of a variable');
  expect(ran[5]?.out).not.toContain('write the value into the entry');
  expect(server.asked).toEqual([]);
});

test.each([
  [['--bearer-env', 'NOPE'], {}, 2, /NOPE, which --bearer-env names, is not set/, /export NOPE=…/],
  [['--bearer-env', 'NOPE'], { NOPE: '' }, 2, /is empty/, /export NOPE=…/],
  [['--bearer-env', 'no.name'], {}, 1, /takes the NAME of a variable/, /--bearer-env TOKEN/],
  [[], {}, 2, /begins with http, and is of another machine/, /--allow-insecure/],
] as const)(
  'mcp run %j with %j: exit %i, in the words of the command line',
  async (options, env, exitCode, what, next) => {
    const folder = sandboxFolder({ onTestFinished });
    const run = await runCommand(
      folder,
      ['run', ...options, options.length > 0 ? 'https://example.com/mcp' : 'http://example.com/mcp'],
      { env },
    );
    expect(run.exitCode).toBe(exitCode);
    expect(run.err).toMatch(what);
    expect(run.err.split('→')[1]).toMatch(next);
  },
);

test('an address is shown by no command with its password or its parameters', async () => {
  const folder = sandboxFolder({ onTestFinished });
  const secrets = ['passw0rd99', 'LITERALSECRET123', 'plainliteral7'];
  folder.write('.mcp.json', {
    mcpServers: {
      a: { url: 'http://user:passw0rd99@127.0.0.1:9/mcp?api_key=LITERALSECRET123&team=plainliteral7' },
      b: { url: 'http://127.0.0.1:9/mcp?api_key=LITERALSECRET123&team=plainliteral7' },
    },
  });
  const commands = [
    ['list'],
    ['list', '--json'],
    ['doctor'],
    ['doctor', '--json'],
    ['approve', 'a'],
    ['approve', 'b', '--json'],
    ['run', 'http://user:passw0rd99@127.0.0.1:9/mcp?api_key=LITERALSECRET123&team=plainliteral7'],
    ['run', '--json', 'http://127.0.0.1:9/mcp?api_key=LITERALSECRET123&team=plainliteral7'],
  ];
  const ran = await Promise.all(commands.map((words) => runCommand(folder, words)));
  for (const [index, { out, err }] of ran.entries()) {
    for (const secret of secrets) expect(out + err, commands[index]?.join(' ')).not.toContain(secret);
  }
  expect(ran[2]?.out).toContain('127.0.0.1:9/mcp?api_key=…&team=…');
  expect(ran[2]?.out).toContain('is written into the logs');
  expect(ran[2]?.out).not.toContain('every program of this machine');
});

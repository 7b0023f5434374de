import { McpClientError } from '@coding-agent/extensions';
import { expect, test } from 'vitest';
import { failed } from '../support/fake-backend.ts';
import { runInMemory } from '../support/run-in-memory.ts';

test('mcp run lists the tools of a command, whose options are its own', async () => {
  const words = ['run', '--', 'npx', '-y', 'some-server', '--json', '--config', 'x'];
  const { exitCode, out, backend, log } = await runInMemory(words);
  expect(exitCode).toBe(0);
  expect(out).toContain(
    '  read_file path=<text> [lines=<whole number>] [tags=<text>…]\n      Reads a file.\n      All of it.\n',
  );
  expect(backend.commands).toEqual([
    expect.objectContaining({
      command: ['npx', '-y', 'some-server', '--json', '--config', 'x'],
      env: {},
      inheritEnv: [],
      era: 'auto',
    }),
  ]);
  expect(log).toEqual(['list command', 'close']);
});

test('mcp run --call calls one, with arguments by the schema', async () => {
  const words = ['run', '--call', 'read_file', '--arg', 'path=x', '--arg', 'lines=3', '--', 'node', 'server.js'];
  const { exitCode, out, log } = await runInMemory(words);
  expect({ exitCode, out }).toEqual({ exitCode: 0, out: 'done\n' });
  expect(log).toEqual(['list command', 'call command/read_file {"path":"x","lines":3}', 'close']);
  const fromJson = await runInMemory(
    ['run', '--call', 'read_file', '--args', '-', '--', 'node'],
    {},
    { stdin: '{"path":"y"}' },
  );
  expect(fromJson.log).toContain('call command/read_file {"path":"y"}');
});

test('variables are set, or passed on by name', async () => {
  const words = [
    'run',
    '--env',
    'A=1=2',
    '--env',
    'TOKEN',
    '--env',
    'B=',
    '--cwd',
    'sub',
    '--era',
    'legacy',
    '--',
    'node',
  ];
  const { backend } = await runInMemory(words);
  expect(backend.commands).toEqual([
    expect.objectContaining({ env: { A: '1=2', B: '' }, inheritEnv: ['TOKEN'], cwd: 'sub', era: 'legacy' }),
  ]);
});

test('--json', async () => {
  const { document } = await runInMemory(['run', '--json', '--', 'node', 'server.js']);
  expect(document()).toMatchObject({
    command: ['node', 'server.js'],
    state: 'ready',
    revision: '2025-11-25',
    tools: [{ name: 'read_file' }],
  });
});

test('an address is a server that is reached: with headers, and the variable of its token', async () => {
  const words = [
    'run',
    '--header',
    'X-Team=a=b',
    '--bearer-env',
    'TOKEN',
    '--era',
    'modern',
    'https://example.com/mcp',
  ];
  const { exitCode, backend, log } = await runInMemory(words);
  expect(exitCode).toBe(0);
  expect(backend.commands).toEqual([
    {
      name: 'server',
      url: 'https://example.com/mcp',
      headers: { 'X-Team': 'a=b' },
      bearerTokenEnv: 'TOKEN',
      allowInsecure: false,
      era: 'modern',
    },
  ]);
  expect(log).toEqual(['list server', 'close']);
  const { document } = await runInMemory(['run', '--json', '--', 'http://localhost:3000/mcp']);
  expect(document()).toMatchObject({ command: ['http://localhost:3000/mcp'], state: 'ready' });
});

test.each([
  ['MCP_UNAUTHORIZED', 2, /--bearer-env <variable>/],
  ['MCP_CONNECTION_FAILED', 4, /the address is right/],
  ['MCP_HANDSHAKE_FAILED', 4, /that of an MCP server/],
] as const)('%s of an address is exit %i, with advice about the address', async (code, exitCode, next) => {
  const error = new McpClientError(code, 'it failed', { serverName: 'server', httpStatus: 401 });
  const run = await runInMemory(['run', 'https://example.com/mcp'], {
    listings: [{ server: 'server', state: 'failed', error }],
  });
  expect(run.exitCode).toBe(exitCode);
  expect(run.err.split('→')[1]).toMatch(next);
});

test.each([
  [['run'], /missing required argument/, /mcp help run/],
  [['run', 'node', '--inspect'], /unknown option '--inspect'/, /after --/],
  [['run', '--arg', 'a=1', '--', 'node'], /no tool to give them to/, /--call/],
  [['run', '--call', 't', '--arg', 'a=1', '--args', '{}', '--', 'node'], /given in two ways/, /one/],
  [['run', '--env', '=x', '--', 'node'], /without a name/, /NAME=value/],
  [['run', 'https://example.com/mcp', 'more'], /stands alone/, /mcp run https/],
  [['run', '--env', 'A=1', 'https://example.com/mcp'], /server that is started/, /--header/],
  [['run', '--header', 'nothing', 'https://example.com/mcp'], /without a name or a value/, /name=value/],
  [
    ['run', '--header', 'Authorization: Bearer x=', 'https://example.com/mcp'],
    /not name: value/,
    /"Authorization=Bearer …"/,
  ],
  [['run', '127.0.0.1:39401/mcp'], /lacks http:\/\//, /mcp run http:\/\//],
  [['run', 'localhost:3000'], /lacks http:\/\//, /mcp run http:\/\//],
  [['tools'], /unknown command/, /its tools: mcp list/],
  [['run', '--bearer-env', 'TOKEN', '--', 'node'], /for the address of a server/, /--env/],
  [['run', '--era', 'old', '--', 'node'], /argument 'old' is invalid/, /mcp help run/],
])('%j is a usage error that says what to write', async (words, message, next) => {
  const { exitCode, err, backend } = await runInMemory(words);
  expect(exitCode).toBe(1);
  expect(err).toMatch(message);
  expect(err.split('→')[1]).toMatch(next);
  expect(backend.commands).toEqual([]);
});

test('a command that cannot be started is exit 4', async () => {
  await expect(runInMemory(['run', '--', 'nothing'], { listings: [failed('command')] })).resolves.toMatchObject({
    exitCode: 4,
  });
});

test('no other command is advised for a server that is in no file', async () => {
  const reason = new McpClientError('MCP_HANDSHAKE_FAILED', 'the server exited with code 3', {
    serverName: 'command',
    outcome: 'unknown',
    stderrTail: 'no key\n',
  });
  const { err } = await runInMemory(['run', '--', 'node'], {
    listings: [{ server: 'command', state: 'failed', error: reason }],
  });
  expect(err).toContain('| no key');
  expect(err).toContain('→ start the command by hand');
  const tool = await runInMemory(['run', '--call', 'zzzzzz', '--', 'node']);
  expect(tool.err).toContain('see what there is: the same command without --call');
});

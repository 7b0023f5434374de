import { McpClientError } from '@coding-agent/extensions';
import { describe, expect, test } from 'vitest';
import { configured, failed, readTool, ready } from '../support/fake-backend.ts';
import { runInMemory } from '../support/run-in-memory.ts';

const two = { servers: [configured('files'), configured('memory')] };

describe('mcp list', () => {
  test('shows servers and their tools, and closes what it started', async () => {
    const { exitCode, out, err, log } = await runInMemory(['list'], { workspace: two });
    expect(out).toBe(
      [
        'files  ready  files-server 1.2.3, revision 2025-11-25 (legacy), 1 tool',
        '  read_file  Reads a file.',
        '',
        'memory  ready  memory-server 1.2.3, revision 2025-11-25 (legacy), 1 tool',
        '  read_file  Reads a file.',
        '',
      ].join('\n'),
    );
    expect({ exitCode, err, log }).toEqual({ exitCode: 0, err: '', log: ['list files memory', 'close'] });
  });

  test('M-08: one server that fails is told, and the others are shown; the exit code is that of the worst', async () => {
    const listings = [failed('files'), ready('memory')];
    const { exitCode, out } = await runInMemory(['list'], { workspace: two, listings });
    expect(exitCode).toBe(4);
    expect(out).toContain('files  failed  MCP_SPAWN_FAILED\n  error: no such program\n');
    expect(out).toContain('  → see which program was looked for, and where: mcp doctor files');
    expect(out).toContain('memory  ready');
  });

  test('a server that needs approval is exit 3, and says how', async () => {
    const error = new McpClientError('MCP_APPROVAL_REQUIRED', 'it was never approved', { serverName: 'files' });
    const { exitCode, out } = await runInMemory(['list'], { listings: [failed('files', error)] });
    expect(exitCode).toBe(3);
    expect(out).toMatch(/^files {2}needs approval {2}MCP_APPROVAL_REQUIRED\n/);
    expect(out).toContain('mcp approve files');
    expect(out).not.toContain('failed');
    const { document } = await runInMemory(['list', '--json'], { listings: [failed('files', error)] });
    expect(document()).toMatchObject({ servers: [{ state: 'needs-approval', error: { exitCode: 3 } }] });
  });

  test('M-02: only the server that was named is started', async () => {
    const { log } = await runInMemory(['list', 'memory'], { workspace: two });
    expect(log).toEqual(['list memory', 'close']);
  });

  test('--no-start starts nothing', async () => {
    const servers = [configured('files'), configured('memory', { isEnabled: false })];
    const { exitCode, out, log } = await runInMemory(['list', '--no-start'], { workspace: { servers } });
    expect({ exitCode, log }).toEqual({ exitCode: 0, log: ['known files memory', 'close'] });
    expect(out).toContain('files  not started  ./.mcp.json\n  npx -y files-server');
    expect(out).toContain('memory  disabled');
  });

  test('M-02: --no-start shows the tools as they were last seen', async () => {
    const tools = [{ name: 'read_file', description: 'Reads a file.', permission: 'execute' }];
    const known = { server: 'files', state: 'not-started', known: { tools, ageMs: 7_300_000 } } as const;
    const { out } = await runInMemory(['list', '--no-start'], { listings: [known] });
    expect(out).toBe(
      'files  not started  ./.mcp.json  its tools as of 2 hours ago\n  npx -y files-server\n  read_file  Reads a file.\n',
    );
    const { document } = await runInMemory(['list', '--no-start', '--json'], { listings: [known] });
    expect(document()).toMatchObject({ servers: [{ name: 'files', state: 'not-started', known: { tools } }] });
  });

  test('a bad entry is a problem with its place and cure, and exit 2; the others are shown', async () => {
    const problem = {
      file: '/srv/project/.mcp.json',
      line: 7,
      column: 5,
      pointer: '/mcpServers/bad',
      serverName: 'bad',
      message: 'command is a number',
      cure: 'write "command": "npx"',
    };
    const { exitCode, out, err } = await runInMemory(['list'], { workspace: { problems: [problem] } });
    expect(exitCode).toBe(2);
    expect(out).toContain('files  ready');
    expect(err).toBe(
      'problem: ./.mcp.json:7:5 /mcpServers/bad: bad: command is a number\n  → write "command": "npx"\n',
    );
    await expect(runInMemory(['list', 'files'], { workspace: { problems: [problem] } })).resolves.toMatchObject({
      exitCode: 0,
    });
  });

  test('what a server says is shown, not obeyed', async () => {
    const tool = { ...readTool, name: 'evil\u001b[2J', description: 'says \u202eyes' };
    const { out } = await runInMemory(['list'], { listings: [ready('files', [tool])] }, { isTerminal: true });
    expect(out).toContain('evil\\u001b[2J');
    expect(out).toContain('says \\u202eyes');
  });

  test('on a terminal descriptions are cut to its width, but for one server', async () => {
    const tool = { ...readTool, description: 'x'.repeat(200) };
    const options = { listings: [ready('files', [tool])] };
    const terminal = { isTerminal: true, columns: 60, env: { NO_COLOR: '1' } };
    const all = await runInMemory(['list'], options, terminal);
    expect(
      Math.max(
        ...all.out
          .split('\n')
          .slice(1)
          .map((line) => line.length),
      ),
    ).toBe(60);
    const one = await runInMemory(['list', 'files'], options, terminal);
    expect(one.out).toContain(
      `  read_file path=<text> [lines=<whole number>] [tags=<text>…]\n      ${'x'.repeat(200)}\n`,
    );
  });

  test('colours only on a terminal that wants them', async () => {
    const escape = '\u001b[';
    const onTerminal = await runInMemory(['list'], {}, { isTerminal: true });
    expect(onTerminal.out).toContain(`${escape}32mready`);
    for (const [words, host] of [
      [['list'], { isTerminal: false }],
      [['list', '--no-color'], { isTerminal: true }],
      [['list'], { isTerminal: true, env: { NO_COLOR: '1' } }],
      [['list', '--json'], { isTerminal: true }],
    ] as const) {
      const { out } = await runInMemory(words, {}, host);
      expect(out).not.toContain(escape);
    }
  });

  test('--json is one document with everything in it', async () => {
    const { document, err } = await runInMemory(['list', '--json'], {
      workspace: two,
      listings: [failed('files'), ready('memory')],
    });
    expect(document()).toEqual({
      servers: [
        expect.objectContaining({
          name: 'files',
          state: 'failed',
          error: expect.objectContaining({ code: 'MCP_SPAWN_FAILED', exitCode: 4 }),
        }),
        expect.objectContaining({
          name: 'memory',
          state: 'ready',
          revision: '2025-11-25',
          tools: [readTool],
          timings: { handshakeMs: 12, listMs: 3 },
        }),
      ],
    });
    expect(err).toBe('');
  });

  test('what was left out of a list is told, with the reason', async () => {
    const listing = {
      ...ready('files'),
      rejected: [{ name: 'bad', reason: 'its schema is too deep' }],
      truncated: 'pages',
    };
    const { out } = await runInMemory(['list'], { listings: [listing] });
    expect(out).toContain('  left out: bad: its schema is too deep\n  the list was cut: pages\n');
  });

  test('without a configuration it says where it looked, and what to do: exit 2', async () => {
    const files = [{ path: '/srv/project/.mcp.json', kind: 'project', exists: false } as const];
    const { exitCode, err } = await runInMemory(['list'], { workspace: { files, servers: [] } });
    expect(exitCode).toBe(2);
    expect(err).toBe(
      'error: there is no configuration: looked for /srv/project/.mcp.json\n' +
        '  → write one of them, name another with --config, or try a server at once: mcp run -- <command>\n',
    );
  });

  test('a configuration that cannot be read is exit 2, with its place', async () => {
    const failure = new McpClientError('MCP_INVALID_CONFIG', '/x.json, line 2, column 1: it is no JSON');
    const { exitCode, document } = await runInMemory(['list', '--json'], { workspace: { failure, servers: [] } });
    expect(exitCode).toBe(2);
    expect(document()).toMatchObject({
      error: { code: 'MCP_INVALID_CONFIG', message: expect.stringContaining('line 2'), exitCode: 2 },
    });
  });

  test('what was noticed on the way is told on stderr, visibly, also beside a document', async () => {
    for (const words of [['list'], ['list', '--json']]) {
      const { exitCode, out, err } = await runInMemory(words, { notices: ['files: x\u001b[2J changed'] });
      expect({ exitCode, err }).toEqual({ exitCode: 0, err: expect.stringMatching(/^warning: files: x.*changed\n$/) });
      expect(err).not.toContain('\u001b');
      expect(out).not.toContain('warning');
    }
  });

  test('what could not be ended is named', async () => {
    const { err } = await runInMemory(['list'], { left: [{ pid: 4711, command: 'stubborn' }] });
    expect(err).toBe('warning: process 4711 could not be ended: stubborn\n  → end it yourself\n');
  });
});

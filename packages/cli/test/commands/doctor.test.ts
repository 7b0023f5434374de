import { McpClientError } from '@coding-agent/extensions';
import { describe, expect, test } from 'vitest';
import { configured, examination, failed, fingerprint, ready, type FakeOptions } from '../support/fake-backend.ts';
import { runInMemory } from '../support/run-in-memory.ts';

const servers = [configured('files'), configured('memory')];

/** The text, and the document of the same. */
async function both(options: FakeOptions): Promise<{ readonly out: string; readonly document: unknown }> {
  const { out } = await runInMemory(['doctor'], options);
  const { document } = await runInMemory(['doctor', '--json'], options);
  return { out, document: document() };
}

describe('mcp doctor', () => {
  test('shows everything that decides whether a server works', async () => {
    const decisions = [
      { kind: 'dialect', severity: 'info', message: 'read as the dialect of Claude Code: the file is called so' },
      { kind: 'unit', severity: 'warning', serverName: 'files', message: 'timeout is read as milliseconds' },
      { kind: 'dropped', severity: 'warning', serverName: 'files', message: 'oauth is not honoured here' },
      { kind: 'unknown-key', severity: 'info', serverName: 'files', message: 'colour is not known' },
    ] as const;
    const { exitCode, out, log } = await runInMemory(['doctor', 'files'], {
      workspace: { servers, decisions },
      examinations: [examination('files', { wishes: ['autoApprove: read'] })],
    });
    expect(out).toBe(
      [
        'configuration',
        '  files        ./.mcp.json  (of the project: needs approval)',
        '  dialect      read as the dialect of Claude Code: the file is called so',
        '',
        'files  works',
        '  from         ./.mcp.json:3 /mcpServers/files  (claude-code)',
        '  command      npx -y files-server',
        '  resolved     /usr/bin/npx',
        '               executable /usr/bin/npx → /usr/lib/npx.js  (SHA-256 aaaaaaaaaaaaaaaa…)',
        '               package manifest files-server  (it is not on this machine, unknown)',
        '  works in     ., which is no sandbox',
        '  sandbox      It is not confined.',
        `  identity     ${fingerprint}`,
        '  approval     given',
        '  decided      timeout is read as milliseconds',
        '  dropped      oauth is not honoured here',
        '               colour is not known',
        '  it asks for  autoApprove: read  (noted, not granted)',
        '  variables    PATH  (always)',
        '               TOKEN  (set by the entry)',
        '  handshake    ok  files-server 1.2.3, handshake in 12 ms',
        '               revision 2025-11-25, era legacy, offers tools',
        '               1 tool, listed in 3 ms',
        '',
        '1 server · 1 works',
        '',
      ].join('\n'),
    );
    expect({ exitCode, log }).toEqual({ exitCode: 0, log: ['examine files', 'list files', 'close'] });
  });

  const remote = configured('remote', { command: ['https://${PLACE}.example.com/mcp'], transport: 'http' });
  const { executable: _, cwd: _cwd, ...reached } = examination('remote', { programs: [], environment: [] });

  test('of a server that is reached: the way to it step by step, its session, and what it is told', async () => {
    const listing = ready('remote');
    if (listing.state !== 'ready') throw new Error('it is ready');
    const { out, document } = await both({
      workspace: { servers: [remote] },
      examinations: [
        {
          ...reached,
          address: 'https://eu.example.com/mcp',
          headers: [{ name: 'Authorization', rule: 'from the variable TOKEN' }],
          sandbox: ['It runs elsewhere.'],
        },
      ],
      listings: [{ ...listing, about: { ...listing.about, hasSession: true } }],
      reaches: {
        remote: {
          steps: [
            { step: 'dns', ms: 3, said: 'eu.example.com is 203.0.113.7' },
            { step: 'connect', ms: 12, said: 'connected to 203.0.113.7 port 443' },
            { step: 'tls', ms: 20, said: 'TLSv1.3, certificate of example.com, valid until 2027-01-03' },
          ],
        },
      },
    });
    const lines = out.split('\n');
    expect(lines.slice(lines.indexOf('remote  works'), -3)).toEqual([
      'remote  works',
      '  from         ./.mcp.json:3 /mcpServers/remote  (claude-code)',
      '  address      https://${PLACE}.example.com/mcp',
      '  resolved     https://eu.example.com/mcp',
      '  sandbox      It runs elsewhere.',
      `  identity     ${fingerprint}`,
      '  approval     given',
      '  headers      Authorization  (from the variable TOKEN)',
      '  way          eu.example.com is 203.0.113.7, 3 ms',
      '               connected to 203.0.113.7 port 443, 12 ms',
      '               TLSv1.3, certificate of example.com, valid until 2027-01-03, 20 ms',
      '  handshake    ok  remote-server 1.2.3, handshake in 12 ms',
      '               revision 2025-11-25, era legacy, in a session, offers tools',
      '               1 tool, listed in 3 ms',
    ]);
    expect(document).toMatchObject({ servers: [{ reach: { steps: [{ step: 'dns' }, {}, {}] } }] });
  });

  test('where the way to a server ends is told with what to do', async () => {
    const error = new McpClientError('MCP_CONNECTION_FAILED', 'no connection', { serverName: 'remote' });
    const { out } = await both({
      workspace: { servers: [remote] },
      examinations: [reached],
      listings: [failed('remote', error)],
      reaches: {
        remote: { steps: [], failure: { step: 'dns', message: 'ENOTFOUND\u001b[2J', cure: 'put the address right' } },
      },
    });
    expect(out).toContain(
      '  way          its name cannot be looked up: ENOTFOUND\\u001b[2J\n               → put the address',
    );
  });

  const rows: readonly (readonly [string, FakeOptions, number, RegExp])[] = [
    ['all is well', {}, 0, /2 work/],
    [
      'a server that cannot be started',
      {
        listings: [
          failed(
            'files',
            new McpClientError('MCP_HANDSHAKE_FAILED', 'it ended', { serverName: 'files', stderrTail: 'no module\n' }),
          ),
          ready('memory'),
        ],
      },
      4,
      /files {2}does not work\n(?:.*\n)* {2}handshake {4}failed {2}MCP_HANDSHAKE_FAILED\n {15}it ended\n {15}\| no module\n\n/,
    ],
    [
      'a server that needs approval',
      { examinations: [examination('files', { status: 'needed', changes: ['server files: was never approved'] })] },
      3,
      /files {2}needs approval\n(?:.*\n)* {2}approval {5}needed: mcp approve files\n {15}server files: was never approved/,
    ],
    [
      'a server that cannot be started as it is',
      {
        examinations: [
          examination('files', {
            canStart: false,
            problems: [
              { serverName: 'files', message: 'args[1] needs the variable ROOT, which is not set', cure: 'set it' },
            ],
          }),
        ],
      },
      2,
      /files {2}cannot be started\n(?:.*\n)* {2}problem {6}args\[1\] needs the variable ROOT, which is not set\n {15}→ set it/,
    ],
    [
      'a server in quarantine',
      {
        examinations: [
          examination('files', {
            quarantine: {
              server: 'files',
              fingerprint,
              cause: 'exit code 7',
              failures: 5,
              since: '2026-01-02T03:04:05.000Z',
            },
          }),
        ],
      },
      4,
      /since 2026-01-02T03:04:05.000Z, after 5 failures: exit code 7\n {15}when it is repaired: mcp quarantine clear files/,
    ],
    [
      'a bad entry',
      { workspace: { servers, problems: [{ serverName: 'bad', message: 'it is a number', cure: 'write an object' }] } },
      2,
      /problem: bad: it is a number\n {4}→ write an object/,
    ],
  ];

  test.each(rows)('%s', async (_what, options, exitCode, text) => {
    const ran = await runInMemory(['doctor'], { ...options, workspace: { servers, ...options.workspace } });
    expect(ran.exitCode).toBe(exitCode);
    expect(ran.out).toMatch(text);
    expect(ran.log.at(-1)).toBe('close');
  });

  test('what is wrong with a disabled server is told, and is no failure', async () => {
    const off = [configured('files', { isEnabled: false })];
    const problems = [{ serverName: 'files', message: 'it needs ROOT', cure: 'set it' }];
    const ran = await runInMemory(['doctor'], {
      workspace: { servers: off },
      examinations: [examination('files', { canStart: false, problems })],
    });
    expect(ran.exitCode).toBe(0);
    expect(ran.out).toContain('files  disabled');
    expect(ran.out).toContain('problem      it needs ROOT');
  });

  test('works when nothing can be read', async () => {
    const failure = new McpClientError(
      'MCP_INVALID_CONFIG',
      '/x/.mcp.json, line 2, column 3: it is no JSON: a comma is missing',
    );
    const { exitCode, out } = await runInMemory(['doctor'], { workspace: { servers: [], failure } });
    expect(exitCode).toBe(2);
    expect(out).toContain('problem: /x/.mcp.json, line 2, column 3: it is no JSON');
    expect(out).toContain('0 servers · 0 work · 1 problem in the configuration');
  });

  test('works when there is nothing, and says how to begin', async () => {
    const files = [{ path: '/home/ada/.config/mcp/mcp-servers.json', kind: 'user', exists: false } as const];
    const { exitCode, out } = await runInMemory(['doctor'], { workspace: { servers: [], files } });
    expect(exitCode).toBe(2);
    expect(out).toContain('~/.config/mcp/mcp-servers.json  (your own: trusted), does not exist');
    expect(out).toContain('problem: there is no configuration');
    expect(out).toContain('→ write one of them, name another with --config, or try a server at once: mcp run');
  });

  test('what is not to be started, or may not be, is not', async () => {
    const { log } = await runInMemory(['doctor', '--no-start'], { workspace: { servers } });
    expect(log).toEqual(['examine files', 'examine memory', 'close']);
    const off = [configured('files', { isEnabled: false }), configured('memory')];
    const examinations = [examination('memory', { status: 'needed' })];
    const ran = await runInMemory(['doctor'], { workspace: { servers: off }, examinations });
    expect(ran.log).toEqual(['examine files', 'examine memory', 'close']);
    expect(ran.out).toContain('not tried: the configuration disables it');
    expect(ran.out).toContain('not tried: it needs approval first');
  });

  test('--json is one document with the same in it', async () => {
    const { exitCode, document } = await runInMemory(['doctor', '--json'], {
      workspace: { servers },
      listings: [failed('files'), ready('memory')],
    });
    expect(exitCode).toBe(4);
    expect(document()).toMatchObject({
      files: [{ kind: 'project', exists: true }],
      servers: [
        {
          name: 'files',
          environment: [{ name: 'PATH' }, { name: 'TOKEN' }],
          handshake: { state: 'failed', error: { code: 'MCP_SPAWN_FAILED' } },
        },
        {
          name: 'memory',
          handshake: {
            state: 'ready',
            era: 'legacy',
            revision: '2025-11-25',
            timings: { handshakeMs: 12 },
            tools: ['read_file'],
          },
        },
      ],
    });
  });

  test('an unknown server is a usage error', async () => {
    const { exitCode, err } = await runInMemory(['doctor', 'fils'], { workspace: { servers } });
    expect(exitCode).toBe(1);
    expect(err).toContain('did you mean files?');
  });
});

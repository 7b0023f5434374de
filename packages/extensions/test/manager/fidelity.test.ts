import { describe, expect, test } from 'vitest';
import { dialectNames, dialects } from '../../src/manager/dialects.ts';
import { fieldAliases, type OwnField } from '../../src/manager/field-aliases.ts';
import type { Dialect } from '../../src/manager/server-config.ts';
import { parse, said, serverNamed, summaries } from './support/parse.ts';

describe('M-01: the unit of a timeout (google-gemini/gemini-cli#1995)', () => {
  test.for<readonly [dialect: Dialect, timeout: number, ms: number, words: RegExp]>([
    ['cline', 60, 60_000, /60 seconds, 60000 ms, as Cline counts/],
    ['cline', 60_000, 60_000_000, /60000 seconds, 60000000 ms, as Cline counts/],
    ['gemini-cli', 60, 60, /60 milliseconds, 60 ms, as Gemini CLI counts/],
    ['gemini-cli', 60_000, 60_000, /60000 milliseconds, 60000 ms, as Gemini CLI counts/],
    ['goose', 60, 60_000, /60 seconds, 60000 ms, as goose counts/],
    ['goose', 60_000, 60_000_000, /60000 seconds/],
    ['claude-code', 60, 60, /milliseconds, 60 ms, as Claude Code counts/],
    ['claude-code', 60_000, 60_000, /as Claude Code counts/],
    ['mcp-servers', 60, 60_000, /60 seconds, 60000 ms: nobody says what it counts/],
    ['mcp-servers', 3_600, 3_600_000, /3600 seconds/],
    ['mcp-servers', 3_601, 3_601, /3601 milliseconds/],
    ['mcp-servers', 60_000, 60_000, /60000 milliseconds, 60000 ms: nobody says what it counts/],
  ])('%s: %d is %d ms, and says so', ([dialect, timeout, ms, words]) => {
    const container = dialect === 'goose' ? 'extensions' : 'mcpServers';
    const parsed = parse({ [container]: { a: { command: 'x', timeout } } }, { dialect });
    expect(serverNamed(parsed, 'a').timeouts).toEqual({ callMs: ms });
    expect(said(parsed, 'unit')).toEqual([expect.stringMatching(words)]);
    const guessed = parsed.diagnostics.find(({ kind }) => kind === 'unit')?.severity === 'warning';
    expect(guessed).toBe(dialects[dialect].timeoutUnit === 'unknown');
  });

  test('a name that says its unit is believed', () => {
    const timeouts = { startup_timeout_sec: 1.5, tool_timeout_sec: 2, idleTimeout: 10 };
    const parsed = parse({
      mcpServers: { a: { command: 'x', ...timeouts }, b: { command: 'x', connectionTimeout: 500 } },
    });
    expect(summaries(parsed)).toMatchObject({
      a: { timeouts: { startMs: 1_500, callMs: 2_000 }, idleMs: 600_000 },
      b: { timeouts: { startMs: 500 } },
    });
    expect(said(parsed, 'unit')).toEqual([]);
  });
});

describe('M-01: a pasted block enables, trusts and widens nothing', () => {
  const grants = {
    trust: true,
    autoApprove: ['delete_all'],
    alwaysAllow: ['x'],
    default_tools_approval_mode: 'approve',
    permission: 'read',
    toolPermissions: { delete_all: 'read' },
  };

  test('what it asks to be trusted with becomes wishes, which ask', () => {
    const parsed = parse({ mcpServers: { a: { command: 'x', ...grants } } });
    const config = serverNamed(parsed, 'a');
    expect([config.permission, config.toolPermissions]).toEqual([undefined, {}]);
    expect(config.wishes).toEqual([
      'trust: true',
      'autoApprove: delete_all',
      'alwaysAllow: x',
      'default_tools_approval_mode: approve',
      'permission: read',
      'toolPermissions: {"delete_all":"read"}',
    ]);
    const asked = parsed.diagnostics.filter(({ severity }) => severity === 'ask');
    expect(asked.map(({ kind }) => kind)).toEqual(Array(6).fill('wish'));
    const nothing = parse({ mcpServers: { a: { command: 'x', trust: false, autoApprove: [] } } });
    expect(serverNamed(nothing, 'a').wishes).toEqual([]);
  });

  test.for<readonly [string, Record<string, unknown>]>([
    ['disabled', { disabled: true }],
    ['not enabled', { enabled: false }],
    ['both, and they differ', { enabled: true, disabled: true }],
    ['both, and they differ, the other way', { enabled: false, disabled: false }],
  ])('a server that is %s stays so', ([, entry]) => {
    for (const dialect of dialectNames.filter((name) => dialects[name].containers[0]?.[0] === 'mcpServers')) {
      const parsed = parse({ mcpServers: { a: { command: 'x', ...entry } } }, { dialect });
      expect(serverNamed(parsed, 'a').isEnabled, dialect).toBe(false);
    }
  });

  test('an empty list of tools takes none, except in goose, where it means all', () => {
    const parsed = parse({ mcpServers: { a: { command: 'x', includeTools: [] }, b: { command: 'x', tools: [] } } });
    expect(parsed.servers.map(({ tools }) => tools)).toEqual([
      { include: [], exclude: [] },
      { include: [], exclude: [] },
    ]);
    const all = parse({ extensions: { a: { cmd: 'x', available_tools: [] } } });
    expect(serverNamed(all, 'a').tools).toEqual({ exclude: [] });
  });

  test('a sandbox of another host is not there, and whoever approves the server sees that', () => {
    const parsed = parse({ servers: { a: { command: 'x', sandbox: { filesystem: {} } } } });
    expect(serverNamed(parsed, 'a').sandbox).toBeUndefined();
    expect(parsed.diagnostics).toContainEqual(expect.objectContaining({ kind: 'dropped', severity: 'ask' }));
  });

  test('variables that load other code are asked about', () => {
    const env = {
      LD_PRELOAD: 'x.so',
      DYLD_INSERT_LIBRARIES: 'y',
      node_options: '-r z',
      PYTHONPATH: 'p',
      PATH: '/x',
      FINE: '1',
    };
    const parsed = parse({ mcpServers: { a: { command: 'x', env: { ...env, BASH_ENV: null } } } });
    expect(parsed.diagnostics.filter(({ severity }) => severity === 'ask').map(({ pointer }) => pointer)).toEqual(
      ['LD_PRELOAD', 'DYLD_INSERT_LIBRARIES', 'node_options', 'PYTHONPATH', 'PATH'].map(
        (name) => `/mcpServers/a/env/${name}`,
      ),
    );
  });
});

describe('M-01: what was decided is told', () => {
  test('the dialect, other spellings, other types, what is not honoured, and what nobody knows', () => {
    const entry = { cmd: 'x', args: [1, true, 'a'], oauth: {}, colour: 'red', enabled: true, command: 'y' };
    const parsed = parse({ mcpServers: { a: entry } });
    expect(serverNamed(parsed, 'a').server).toMatchObject({ executable: 'y', args: ['1', 'true', 'a'] });
    expect(said(parsed, 'dialect')).toEqual([expect.stringMatching(/a host that cannot be told.*as many hosts do/)]);
    expect(said(parsed, 'converted')).toHaveLength(2);
    expect(said(parsed, 'dropped')).toEqual([
      expect.stringMatching(/oauth is not honoured/),
      expect.stringMatching(/cmd: command says it already/),
    ]);
    expect(said(parsed, 'unknown-key')).toEqual([expect.stringMatching(/colour is no field/)]);
    const typos = said(parse({ mcpServers: { a: { command: 'x', ARGS: [], timoutMs: 50, xyz: 1 } } }), 'unknown-key');
    expect(typos.map((text) => /did you mean (\w+)/.exec(text)?.[1])).toEqual(['args', 'timeoutMs', undefined]);
    expect(said(parse({ mcpServers: { a: { cmd: 'x' } } }), 'renamed')).toEqual([
      '/mcpServers/a/cmd: cmd is command here',
    ]);
  });

  test('no two fields share a spelling, and each field knows its own', () => {
    const all = Object.values(fieldAliases).flat();
    expect(new Set(all).size).toBe(all.length);
    for (const [field, names] of Object.entries(fieldAliases))
      expect(names[0]).toBe(field satisfies string as OwnField);
  });

  test.for([
    ['2025-06-18', 'legacy'],
    ['2026-07-28', 'modern'],
    ['2001-01-01', 'auto'],
  ] as const)('the revision %s is the era %s', ([protocolVersion, era]) => {
    const parsed = parse({ mcpServers: { a: { command: 'x', protocolVersion } } });
    expect(serverNamed(parsed, 'a').era).toBe(era);
  });

  test.for([
    ['lazy', {}],
    ['eager', { start: 'prewarm' }],
    ['keep-alive', { start: 'prewarm', idleMs: Infinity }],
    ['lazy-keep-alive', { idleMs: Infinity }],
    ['ephemeral', {}],
  ] as const)('the lifecycle %s', ([lifecycle, expected]) => {
    expect(summaries(parse({ mcpServers: { a: { command: 'x', lifecycle } } }))).toEqual({
      a: { executable: 'x', ...expected },
    });
  });

  test('a byte order mark, comments and trailing commas are no trouble', () => {
    const parsed = parse('\uFEFF// mine\n{"mcpServers": {"a": {"command": "x",},},}\n');
    expect(summaries(parsed)).toEqual({ a: { executable: 'x' } });
  });

  test('a fragment, as it is copied out of the middle of a page, gets its braces, and its places stay right', () => {
    for (const text of ['"a": {"command": "x"}', '\n"mcpServers": {"a": {"command": "x"}},\n']) {
      const parsed = parse(text);
      expect(summaries(parsed)).toEqual({ a: { executable: 'x' } });
      expect(said(parsed, 'converted')).toEqual([expect.stringMatching(/it is a fragment/)]);
    }
    expect(parse('"a": {"command": 7},\n"b": {"command": 8}')).toMatchObject({ servers: [] });
    const { problems } = parse('"mcpServers": {"a": {"command": 7},\n"b": {"command": 8}}');
    expect(problems.map(({ line, column }) => [line, column])).toEqual([
      [1, 33],
      [2, 18],
    ]);
    const wrong = (): unknown => parse('"a": {"command": }');
    expect(wrong).toThrow(expect.objectContaining({ code: 'MCP_INVALID_CONFIG', line: 1, column: 18 }));
  });

  test('servers without anything around them are taken when all of it looks like servers', () => {
    expect(summaries(parse({ a: { command: 'x' }, b: { url: 'https://b.example' } }))).toMatchObject({ a: {}, b: {} });
    expect(parse({ a: { command: 'x' }, b: { colour: 'red' } }).servers).toEqual([]);
  });
});

import { describe, expect, test } from 'vitest';
import { fieldAliases, type OwnField } from '../../src/manager/field-aliases.ts';
import { parse, said, summaries } from './support/parse.ts';

const started = { command: 'x' };
const url = 'https://a.example/mcp';
const reached = { kind: 'http', url };

/** An entry that uses a spelling, and what it comes to. */
type Row = readonly [entry: object, expected: object];

const alike = (names: readonly string[], rowOf: (name: string) => Row): Readonly<Record<string, Row>> =>
  Object.fromEntries(names.map((name) => [name, rowOf(name)]));

const spellings: Readonly<Record<OwnField, Readonly<Record<string, Row>>>> = {
  type: {
    type: [{ type: 'local', ...started }, { executable: 'x' }],
    transport: [{ transport: 'streamable-http', url }, reached],
    transportType: [{ transportType: 'streamableHttp', url }, reached],
  },
  command: {
    command: [
      { command: ['x', 'a'], args: ['b'] },
      { executable: 'x', args: ['a', 'b'] },
    ],
    cmd: [{ cmd: 'x' }, { executable: 'x' }],
    executable: [{ executable: 'x' }, { executable: 'x' }],
  },
  args: {
    args: [
      { ...started, args: ['a', 1, true] },
      { executable: 'x', args: ['a', '1', 'true'] },
    ],
  },
  env: alike(['env', 'environment', 'envs'], (name) => [
    { ...started, [name]: { A: 1, B: true, C: null, D: '' } },
    { executable: 'x', env: { A: '1', B: 'true', C: null, D: '' } },
  ]),
  inheritEnv: alike(['inheritEnv', 'env_vars', 'envPassthrough', 'env_keys'], (name) => [
    { ...started, [name]: ['A', 'B'] },
    { executable: 'x', inheritEnv: ['A', 'B'] },
  ]),
  envFile: {
    envFile: [
      { ...started, envFile: '.env' },
      { executable: 'x', envFile: '.env' },
    ],
  },
  cwd: {
    cwd: [
      { ...started, cwd: 'sub' },
      { executable: 'x', cwd: 'sub' },
    ],
  },
  url: alike(['url', 'httpUrl', 'serverUrl', 'baseUrl', 'base_url', 'server_url', 'uri'], (name) => [
    { [name]: url },
    reached,
  ]),
  headers: alike(['headers', 'http_headers', 'httpHeaders'], (name) => [
    { url, [name]: { 'X-A': 1 } },
    { ...reached, headers: { 'X-A': '1' } },
  ]),
  headersFromEnv: alike(['headersFromEnv', 'env_http_headers'], (name) => [
    { url, [name]: { 'X-A': 'A' } },
    { ...reached, headersFromEnv: { 'X-A': 'A' } },
  ]),
  bearerTokenEnv: alike(['bearerTokenEnv', 'bearer_token_env_var'], (name) => [
    { url, [name]: 'A' },
    { ...reached, bearerTokenEnv: 'A' },
  ]),
  allowInsecure: {
    allowInsecure: [
      { url, allowInsecure: true },
      { ...reached, allowInsecure: true },
    ],
  },
  addresses: {
    addresses: [
      { url, addresses: 'public' },
      { ...reached, addresses: 'public' },
    ],
  },
  enabled: {
    enabled: [
      { ...started, enabled: false },
      { executable: 'x', isEnabled: false },
    ],
    disabled: [
      { ...started, disabled: true },
      { executable: 'x', isEnabled: false },
    ],
  },
  required: {
    required: [
      { ...started, required: true },
      { executable: 'x', isRequired: true },
    ],
  },
  start: {
    start: [
      { ...started, start: 'prewarm' },
      { executable: 'x', start: 'prewarm' },
    ],
    lifecycle: [
      { ...started, lifecycle: 'eager' },
      { executable: 'x', start: 'prewarm' },
    ],
  },
  idleMs: {
    idleMs: [
      { ...started, idleMs: 'never' },
      { executable: 'x', idleMs: Infinity },
    ],
    idleTimeoutMs: [
      { ...started, idleTimeoutMs: 50 },
      { executable: 'x', idleMs: 50 },
    ],
    idleTimeout: [
      { ...started, idleTimeout: 2 },
      { executable: 'x', idleMs: 120_000 },
    ],
  },
  era: {
    era: [
      { ...started, era: 'modern' },
      { executable: 'x', era: 'modern' },
    ],
    protocolEra: [
      { ...started, protocolEra: 'legacy' },
      { executable: 'x', era: 'legacy' },
    ],
    protocolVersion: [
      { ...started, protocolVersion: '2025-11-25' },
      { executable: 'x', era: 'legacy' },
    ],
    versionNegotiation: [
      { ...started, versionNegotiation: { mode: 'modern' } },
      { executable: 'x', era: 'modern' },
    ],
  },
  timeoutMs: {
    timeoutMs: [
      { ...started, timeoutMs: 50 },
      { executable: 'x', timeouts: { callMs: 50 } },
    ],
    requestTimeoutMs: [
      { ...started, requestTimeoutMs: 50 },
      { executable: 'x', timeouts: { callMs: 50 } },
    ],
    requestTimeout: [
      { ...started, requestTimeout: 50 },
      { executable: 'x', timeouts: { callMs: 50 } },
    ],
    tool_timeout_sec: [
      { ...started, tool_timeout_sec: 0.5 },
      { executable: 'x', timeouts: { callMs: 500 } },
    ],
    timeout: [
      { ...started, timeout: 5 },
      { executable: 'x', timeouts: { callMs: 5_000 } },
    ],
  },
  totalTimeoutMs: {
    totalTimeoutMs: [
      { ...started, totalTimeoutMs: 50 },
      { executable: 'x', timeouts: { totalMs: 50 } },
    ],
  },
  startTimeoutMs: {
    startTimeoutMs: [
      { ...started, startTimeoutMs: 50 },
      { executable: 'x', timeouts: { startMs: 50 } },
    ],
    startup_timeout_ms: [
      { ...started, startup_timeout_ms: 50 },
      { executable: 'x', timeouts: { startMs: 50 } },
    ],
    startup_timeout_sec: [
      { ...started, startup_timeout_sec: 1 },
      { executable: 'x', timeouts: { startMs: 1_000 } },
    ],
    connectionTimeout: [
      { ...started, connectionTimeout: 50 },
      { executable: 'x', timeouts: { startMs: 50 } },
    ],
  },
  installTimeoutMs: {
    installTimeoutMs: [
      { ...started, installTimeoutMs: 50 },
      { executable: 'x', timeouts: { installMs: 50 } },
    ],
  },
  tools: {
    tools: [
      { ...started, tools: ['a'] },
      { executable: 'x', tools: { include: ['a'], exclude: [] } },
    ],
    ...alike(['includeTools', 'enabled_tools', 'available_tools'], (name) => [
      { ...started, [name]: ['a'] },
      { executable: 'x', tools: { include: ['a'], exclude: [] } },
    ]),
    ...alike(['excludeTools', 'disabled_tools', 'disabledTools'], (name) => [
      { ...started, [name]: ['a'] },
      { executable: 'x', tools: { exclude: ['a'] } },
    ]),
  },
  permission: {
    permission: [
      { ...started, permission: 'read' },
      { executable: 'x', permission: 'read' },
    ],
  },
  toolPermissions: {
    toolPermissions: [
      { ...started, toolPermissions: { a: 'write' } },
      { executable: 'x', toolPermissions: { a: 'write' } },
    ],
  },
  sandbox: {
    sandbox: [
      { ...started, sandbox: { kind: 'plain', limits: { maxOpenFiles: 9 } } },
      { executable: 'x', sandbox: { kind: 'plain', limits: { maxOpenFiles: 9 } } },
    ],
  },
  digest: {
    digest: [
      { ...started, digest: 'a'.repeat(64) },
      { executable: 'x', digest: 'a'.repeat(64) },
    ],
  },
  description: {
    description: [
      { ...started, description: 'd' },
      { executable: 'x', description: 'd' },
    ],
  },
};

const rows = Object.entries(spellings).flatMap(([field, all]) =>
  Object.entries(all).map(([spelling, [entry, expected]]) => [field, spelling, entry, expected] as const),
);

describe('M-01: a field means the same, whichever host wrote it', () => {
  test('each spelling that is known has a row', () => {
    for (const [field, names] of Object.entries(fieldAliases)) {
      expect(Object.keys(spellings[field as OwnField]).toSorted(), field).toEqual(names.toSorted());
    }
  });

  test.for(rows)('%s, written as %s', ([field, spelling, entry, expected]) => {
    const parsed = parse({ mcpServers: { a: entry } }, { dialect: 'own' });
    expect(parsed.problems).toEqual([]);
    expect(summaries(parsed)).toEqual({ a: expected });
    // What is not our own word is told, but for what nearly every host writes.
    const isTold = spelling !== field && spelling !== 'disabled' && spelling !== 'timeout';
    expect(said(parsed, 'renamed')).toHaveLength(isTold ? 1 : 0);
  });

  test.for([
    ['stdio', started, { executable: 'x' }],
    ['local', started, { executable: 'x' }],
    ...['http', 'https', 'remote', 'streamable-http', 'streamableHttp', 'streamable_http'].map(
      (type) => [type, { url }, reached] as const,
    ),
    ['sse', { url }, reached],
  ] as const)('the transport %s, beside the entry or around it', ([type, entry, expected]) => {
    for (const written of [{ type, ...entry }, { transport: { type, ...entry } }]) {
      expect(summaries(parse({ mcpServers: { a: written } }, { dialect: 'own' }))).toEqual({ a: expected });
    }
  });

  test('without a transport a command is started, and an address is reached; a command wins', () => {
    const all = parse({ mcpServers: { a: started, b: { url }, c: { ...started, url } } }, { dialect: 'own' });
    expect(summaries(all)).toEqual({ a: { executable: 'x' }, b: reached, c: { executable: 'x' } });
    expect(said(all, 'dropped')).toEqual([expect.stringMatching(/\/c\/url: url is left out: this server is started/)]);
  });

  test('servers in the settings of VS Code, as it once had them, are found', () => {
    for (const settings of [{ mcp: { servers: { a: started } } }, { 'mcp.servers': { a: started }, other: 1 }]) {
      const parsed = parse(settings, { file: '/srv/shop/.vscode/settings.json' });
      expect(summaries(parsed)).toEqual({ a: { executable: 'x' } });
    }
  });
});

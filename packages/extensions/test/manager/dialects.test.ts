import { describe, expect, test } from 'vitest';
import { configText, parse, parseFile, said, summaries } from './support/parse.ts';

/** Where the answer of each host differs from the defaults: nothing else is set. */
const files: readonly (readonly [path: string, dialect: string, servers: Record<string, unknown>])[] = [
  [
    'claude-desktop/claude_desktop_config.json',
    'claude-desktop',
    {
      filesystem: {
        executable: 'npx',
        args: ['-y', '@modelcontextprotocol/server-filesystem', '/Users/ada/Documents'],
      },
      billing: {
        executable: 'npx',
        args: ['-y', 'mcp-remote', 'https://billing.example.com/sse', '--header', 'Authorization:${AUTH_HEADER}'],
        env: { AUTH_HEADER: 'Bearer example-billing-token' },
      },
    },
  ],
  [
    'claude-code/.claude.json',
    'claude-code',
    {
      sentry: {
        kind: 'http',
        url: 'https://mcp.example.com/sentry',
        headers: { Authorization: 'Bearer ${SENTRY_TOKEN}' },
      },
      db: { executable: 'node', args: ['tools/db.mjs'] },
      noisy: { executable: 'noisy-server', isEnabled: false },
    },
  ],
  [
    'cursor/.cursor/mcp.json',
    'cursor',
    {
      github: {
        executable: 'docker',
        args: ['run', '-i', '--rm', '-e', 'GITHUB_TOKEN', 'ghcr.io/example/github-mcp'],
        env: { GITHUB_TOKEN: '${env:GITHUB_TOKEN}' },
        envFile: '${workspaceFolder}/.env',
      },
      docs: { kind: 'http', url: 'https://docs.example.com/mcp', headers: { 'X-Key': '${env:DOCS_KEY}' } },
    },
  ],
  [
    'cline/cline_mcp_settings.json',
    'cline',
    {
      'github.com/example/servers/tree/main/src/weather': {
        executable: 'node',
        args: ['/Users/ada/weather/build/index.js'],
        env: { WEATHER_KEY: '${env:WEATHER_KEY}' },
        timeouts: { callMs: 60_000 },
        wishes: ['autoApprove: get_forecast, get_alerts'],
      },
      remote: { kind: 'http', url: 'https://mcp.example.com/sse', isEnabled: false, timeouts: { callMs: 3_600_000 } },
      nested: { kind: 'http', url: 'https://nested.example.com/mcp', headers: { 'X-Team': '7' } },
    },
  ],
  [
    'windsurf/windsurf/mcp_config.json',
    'windsurf',
    {
      figma: { kind: 'http', url: 'https://figma.example.com/mcp', headers: { API_KEY: 'Bearer ${env:FIGMA_KEY}' } },
      shell: {
        executable: 'uvx',
        args: ['mcp-shell'],
        env: { PORT: '8080', DEBUG: 'true' },
        tools: { exclude: ['run_any'] },
      },
    },
  ],
  [
    'gemini/.gemini/settings.json',
    'gemini-cli',
    {
      python: {
        executable: 'python3',
        args: ['-m', 'tools_server'],
        cwd: './mcp',
        env: { DATABASE_URL: '$DB_URL', HOST: '${HOSTNAME}' },
        timeouts: { callMs: 15_000 },
        tools: { include: ['safe_*'], exclude: ['safe_delete'] },
        wishes: ['trust: true'],
      },
      cloud: { kind: 'http', url: 'https://cloud.example.com/mcp', headers: { Authorization: 'Bearer $TOKEN' } },
      search: { kind: 'http', url: 'https://search.example.com/sse', isEnabled: false },
      unlisted: { executable: 'unlisted-server', isEnabled: false },
    },
  ],
  [
    'vscode/.vscode/mcp.json',
    'vscode',
    {
      perplexity: {
        executable: 'npx',
        args: ['-y', 'server-perplexity-ask', '--region=${input:region}'],
        env: { PERPLEXITY_API_KEY: '${input:perplexity-key}', OLD: null },
        inputs: [
          { id: 'perplexity-key', description: 'Perplexity API key', isPassword: true },
          { id: 'region', isPassword: false, default: 'eu', options: ['eu', 'us'] },
        ],
      },
      tools: { executable: '${workspaceFolder}/bin/tools', cwd: '${workspaceFolder}/sub', envFile: '.env' },
      github: { kind: 'http', url: 'https://api.example.com/mcp/' },
    },
  ],
  [
    'opencode/opencode.jsonc',
    'opencode',
    {
      everything: {
        executable: 'bun',
        args: ['x', 'everything-server', '--stdio'],
        env: { TOKEN: '{env:EVERYTHING_TOKEN}', CERT: '{file:./cert.pem}' },
        timeouts: { callMs: 60_000 },
      },
      context: {
        kind: 'http',
        url: 'https://context.example.com/mcp',
        headers: { CONTEXT_KEY: '{env:CONTEXT_KEY}' },
        isEnabled: false,
      },
    },
  ],
  [
    'codex/.codex/config.toml',
    'codex',
    {
      docs: {
        executable: 'docs-server',
        args: ['--stdio'],
        env: { LANGUAGE: 'en' },
        inheritEnv: ['DOCS_TOKEN', 'DOCS_HOME'],
        timeouts: { startMs: 20_000, callMs: 45_500 },
        tools: { include: ['search', 'fetch'], exclude: ['fetch'] },
        isRequired: true,
        wishes: ['tools.search.approval_mode: approve'],
      },
      figma: {
        kind: 'http',
        url: 'https://figma.example.com/mcp',
        headers: { 'X-Region': 'us-east-1' },
        headersFromEnv: { 'X-Account': 'FIGMA_ACCOUNT' },
        bearerTokenEnv: 'FIGMA_OAUTH_TOKEN',
        isEnabled: false,
      },
    },
  ],
  [
    'continue/.continue/config.yaml',
    'continue',
    {
      sqlite: {
        executable: 'npx',
        args: ['-y', 'mcp-sqlite', '/srv/data.db'],
        env: { LOG: '${{ secrets.LOG_KEY }}' },
        timeouts: { startMs: 20_000 },
      },
      remote: {
        kind: 'http',
        url: 'https://remote.example.com/mcp',
        headers: { Authorization: 'Bearer ${{ secrets.REMOTE_KEY }}' },
      },
    },
  ],
  [
    'goose/goose/config.yaml',
    'goose',
    {
      github: {
        executable: 'npx',
        args: ['-y', 'github-server'],
        env: { LEVEL: '3' },
        inheritEnv: ['GITHUB_TOKEN'],
        timeouts: { callMs: 60_000 },
      },
      remote: {
        kind: 'http',
        url: 'https://goose.example.com/mcp',
        headers: { 'X-Key': '${GOOSE_KEY}' },
        isEnabled: false,
        timeouts: { callMs: 300_000 },
      },
    },
  ],
  [
    'own/mcp-servers.jsonc',
    'own',
    {
      files: {
        executable: 'npx',
        args: ['-y', 'some-files-server', '${workspaceFolder}', '--region', '${input:region}'],
        env: { FILES_TOKEN: '${secret:files-token}', LEVEL: '${LOG_LEVEL:-info}', PRICE: '\\${5}' },
        inheritEnv: ['HOME'],
        cwd: 'work',
        timeouts: { installMs: 120_000, startMs: 10_000, callMs: 30_000, totalMs: 300_000 },
        start: 'prewarm',
        idleMs: Infinity,
        era: 'legacy',
        isRequired: true,
        tools: { include: ['read_*', 'write_file'], exclude: ['read_secret'] },
        permission: 'read',
        toolPermissions: { write_file: 'write' },
        sandbox: { kind: 'bubblewrap', readOnly: ['${workspaceFolder}'], writable: [], network: false },
        digest: '0'.repeat(64),
        description: 'Files of the project',
        inputs: [{ id: 'region', description: 'Which region?', isPassword: false }],
      },
      team: {
        kind: 'http',
        url: 'https://team.example.com/mcp',
        headersFromEnv: { 'X-Account': 'TEAM_ACCOUNT' },
        bearerTokenEnv: 'TEAM_TOKEN',
        allowInsecure: false,
        addresses: 'public',
        isEnabled: false,
      },
    },
  ],
];

describe('M-01: the configuration of each host', () => {
  test.for(files)('%s', ([path, dialect, expected]) => {
    const parsed = parseFile(path);
    expect(parsed.problems).toEqual([]);
    expect(summaries(parsed)).toEqual(expected);
    for (const { source } of parsed.servers)
      expect(source).toMatchObject({ dialect, file: expect.stringMatching(path) });
  });

  test.for(files)(
    '%s is recognised without its name, or says that its host cannot be told',
    ([path, dialect, expected]) => {
      const { servers } = parse(configText(path).text);
      const names = Object.keys(expected);
      expect(servers.map(({ name }) => name)).toEqual(expect.arrayContaining(names.filter((name) => name !== 'noisy')));
      const shared = ['claude-desktop', 'cursor', 'cline'];
      const recognised = dialect === 'cline' || !shared.includes(dialect) ? dialect : 'mcp-servers';
      expect(new Set(servers.map(({ source }) => source.dialect))).toEqual(new Set([recognised]));
    },
  );

  test('the servers of a project are those of the project at hand, and win over shared ones', () => {
    const parsed = parseFile('claude-code/.claude.json', { folder: '/home/ada', workspaceFolder: '/srv/shop' });
    expect(summaries(parsed)).toMatchObject({ sentry: { folder: '/home/ada' }, db: { args: ['tools/db.mjs'] } });
    expect(said(parsed, 'shadowed')).toEqual([expect.stringContaining('/mcpServers/db')]);
    expect(said(parsed, 'skipped')).toEqual([expect.stringContaining('/srv/other')]);
    const elsewhere = parseFile('claude-code/.claude.json', { folder: '/home/ada' });
    expect(Object.keys(summaries(elsewhere))).toEqual(['sentry', 'db']);
    expect(summaries(elsewhere)).toMatchObject({ db: { timeouts: { callMs: 60_000 } } });
  });

  test('settings of a host may have no servers, or none for this project; a file for servers should have some', () => {
    const settings = [
      ['.gemini/settings.json', { theme: 'x' }],
      ['opencode.json', { model: 'x' }],
      ['.claude.json', { numStartups: 1 }],
      ['.claude.json', { projects: { '/srv/other': { mcpServers: { a: { command: 'x' } } } } }],
    ] as const;
    for (const [name, content] of settings) {
      const parsed = parse(content, { file: `/srv/shop/${name}` });
      expect([parsed.servers, parsed.problems], name).toEqual([[], []]);
      expect(said(parsed, 'skipped'), name).toHaveLength(1);
    }
    const { problems } = parse({ mcpServer: {} }, { file: '/srv/shop/.cursor/mcp.json' });
    expect(problems).toEqual([expect.objectContaining({ message: expect.stringMatching(/it has mcpServer/) })]);
  });
});

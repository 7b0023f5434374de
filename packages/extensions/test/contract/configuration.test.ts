import { describe, expect } from 'vitest';
import { dialects, dialectNames } from '../../src/manager/dialects.ts';
import type { Dialect } from '../../src/manager/server-config.ts';
import { expandOne, refusalOf, startOf } from '../manager/support/expand.ts';
import { parse, serverNamed } from '../manager/support/parse.ts';
import { verifies } from './verifies.ts';

const shared: readonly Dialect[] = dialectNames.filter((name) => dialects[name].containers[0]?.[0] === 'mcpServers');

describe('a configuration', () => {
  verifies('M-01', 'plain http to another machine needs a file of our own form, and its word for it', () => {
    const far = { url: 'http://10.0.0.7:8080/mcp', allowInsecure: true };
    expect(serverNamed(parse({ mcpServers: { far } }, { dialect: 'own' }), 'far').server).toMatchObject(far);
    for (const dialect of shared.filter((one) => one !== 'own')) {
      const { servers, problems, diagnostics } = parse({ mcpServers: { far } }, { dialect });
      expect([dialect, servers]).toEqual([dialect, []]);
      expect(problems[0]).toMatchObject({
        pointer: expect.stringMatching(/url$/),
        cure: expect.stringMatching(/own form/),
      });
      expect(diagnostics).toContainEqual(expect.objectContaining({ kind: 'wish', severity: 'ask' }));
    }
    const plain = (url: string): number => parse({ mcpServers: { one: { url } } }, { dialect: 'own' }).problems.length;
    expect(plain('http://10.0.0.7/mcp')).toBe(1);
    expect([plain('http://localhost:3000/mcp'), plain('http://127.0.0.1/mcp'), plain('http://[::1]/mcp')]).toEqual([
      0, 0, 0,
    ]);
  });

  verifies('M-01', 'a sandbox of a server that is reached is told to be none', () => {
    const one = { url: 'https://example.com/mcp', sandbox: { kind: 'bubblewrap' } };
    const config = parse({ mcpServers: { one } }, { dialect: 'own' });
    expect(serverNamed(config, 'one').sandbox).toBeUndefined();
    expect(config.diagnostics).toContainEqual(
      expect.objectContaining({
        kind: 'dropped',
        severity: 'warning',
        pointer: '/mcpServers/one/sandbox',
        message: 'sandbox is left out: this server is reached by its url',
      }),
    );
  });

  verifies('M-01', 'one bad entry is a problem with its place and a cure, and the others are read', () => {
    const text = '{"mcpServers": {\n"bad": {"command": 7},\n"good": {"command": "x"},\n"none": {}}}';
    const { servers, problems } = parse(text);
    expect(servers.map(({ name }) => name)).toEqual(['good']);
    expect(problems).toMatchObject([
      {
        serverName: 'bad',
        pointer: '/mcpServers/bad/command',
        line: 2,
        column: 20,
        cure: expect.stringMatching(/npx/),
      },
      { serverName: 'none', pointer: '/mcpServers/none', line: 4, column: 9 },
    ]);
  });

  verifies('M-01', 'the dialects of hosts are read by one table of spellings', () => {
    const one = { command: 'x', args: ['a'], env: { A: '1' } };
    const forms: [unknown, Dialect][] = [
      [{ mcpServers: { one } }, 'mcp-servers'],
      [{ servers: { one } }, 'vscode'],
      [{ mcp: { one: { type: 'local', command: ['x', 'a'], environment: { A: 1 } } } }, 'opencode'],
      ['[mcp_servers.one]\ncommand = "x"\nargs = ["a"]\n[mcp_servers.one.env]\nA = "1"\n', 'codex'],
      ['mcpServers:\n  - {name: one, command: x, args: [a], env: {A: 1}}\n', 'continue'],
      [{ extensions: { one: { type: 'stdio', cmd: 'x', args: ['a'], envs: { A: '1' } } } }, 'goose'],
      [{ one }, 'bare'],
    ];
    for (const [form, dialect] of forms) {
      const { server, source } = serverNamed(parse(form), 'one');
      expect(server, dialect).toMatchObject({ kind: 'stdio', executable: 'x', args: ['a'], env: { A: '1' } });
      expect(source.dialect).toBe(dialect);
    }
  });

  verifies('M-01', 'what is disabled stays so, whichever way it is said', () => {
    for (const entry of [{ disabled: true }, { enabled: false }, { enabled: true, disabled: true }]) {
      for (const dialect of shared) {
        const parsed = parse({ mcpServers: { a: { command: 'x', ...entry } } }, { dialect });
        expect(serverNamed(parsed, 'a').isEnabled, dialect).toBe(false);
      }
    }
  });

  verifies('M-01', 'a pasted block grants itself nothing: what it asks for are wishes', () => {
    for (const dialect of shared.filter((name) => name !== 'own')) {
      const entry = {
        command: 'x',
        trust: true,
        autoApprove: ['t'],
        permission: 'read',
        toolPermissions: { t: 'read' },
      };
      const config = serverNamed(parse({ mcpServers: { a: entry } }, { dialect }), 'a');
      expect([config.permission, config.toolPermissions, config.wishes.length], dialect).toEqual([undefined, {}, 4]);
    }
  });

  verifies('M-01', 'code that a variable would load is asked about', () => {
    const { diagnostics } = parse({ mcpServers: { a: { command: 'x', env: { LD_PRELOAD: 'y', FINE: '1' } } } });
    const asked = diagnostics.filter(({ severity }) => severity === 'ask');
    expect(asked).toMatchObject([{ kind: 'loader-variable', pointer: '/mcpServers/a/env/LD_PRELOAD' }]);
  });

  verifies('M-01', 'a bare timeout has the unit of its host, a guess says so, and an overflow is refused', () => {
    const read = (timeout: number, dialect: Dialect): unknown => {
      const { servers, problems, diagnostics } = parse({ mcpServers: { a: { command: 'x', timeout } } }, { dialect });
      const unit = diagnostics.find(({ kind }) => kind === 'unit');
      return servers.length === 0 ? problems.length : [servers[0]?.timeouts.callMs, unit?.severity];
    };
    expect(read(60, 'cline')).toEqual([60_000, 'info']);
    expect(read(60, 'gemini-cli')).toEqual([60, 'info']);
    expect(read(60, 'mcp-servers')).toEqual([60_000, 'warning']);
    expect(read(60_000, 'mcp-servers')).toEqual([60_000, 'warning']);
    expect([read(3e9, 'claude-code'), read(5, 'claude-code'), read(3e6, 'cline')]).toEqual([1, 1, 1]);
  });

  verifies('M-01', 'a command line in one text is not split', () => {
    const { servers, problems } = parse({ mcpServers: { a: { command: 'npx -y server' } } });
    expect(servers).toEqual([]);
    expect(problems).toMatchObject([{ cure: expect.stringContaining('"args": ["-y", "server"]') }]);
  });

  verifies('M-01', 'names that pollute, and names that are there twice, are refused', () => {
    const text =
      '{"mcpServers": {"__proto__": {"command": "x"}, "a": {"command": "x"}, "b": {"command": "x"}, "a": {"command": "y"}}}';
    const { servers, problems } = parse(text);
    expect(servers.map(({ name }) => name)).toEqual(['b']);
    expect(problems.map(({ serverName }) => serverName)).toEqual(['__proto__', 'a', 'a']);
  });

  verifies('M-01', 'a variable that is missing is an error that names all of them', async () => {
    const entry = { command: 'x', args: ['${ONE}'], env: { A: '${TWO}', B: '${THREE:-3}' } };
    const { message, code } = await refusalOf(expandOne(entry));
    expect(code).toBe('MCP_INVALID_CONFIG');
    expect([/ONE/, /TWO/, /THREE/].map((name) => name.test(message))).toEqual([true, true, false]);
    expect(startOf(await expandOne(entry, { host: { ONE: '', TWO: '${ONE}' } }))).toMatchObject({
      args: [''],
      env: { A: '${ONE}', B: '3' },
    });
  });

  verifies('C-02', 'variables reach the server that names them, and process.env is not written', async () => {
    const before = { ...process.env };
    const entry = { command: 'x', env: { TOKEN: '${TOKEN}' }, inheritEnv: ['HOME'] };
    const [one, two] = await Promise.all(
      ['1', '2'].map((token) => expandOne(entry, { host: { TOKEN: token, HOME: '/h', OTHER: 'x' } })),
    );
    expect([one, two].map((expanded) => expanded && startOf(expanded).env)).toEqual([{ TOKEN: '1' }, { TOKEN: '2' }]);
    expect(one?.variables.map(({ name, rule }) => `${name}: ${rule}`)).toEqual([
      'HOME: inherited',
      'MCP_CLIENT_MARK: mark',
      'TOKEN: env',
    ]);
    expect({ ...process.env }).toEqual(before);
  });

  verifies('C-03', 'a server of a configuration works in the folder of that configuration', async () => {
    expect(startOf(await expandOne({ command: 'x' })).cwd).toBe('/srv/shop');
    expect(startOf(await expandOne({ command: 'x', cwd: 'sub' })).cwd).toBe('/srv/shop/sub');
    expect(startOf(await expandOne({ command: 'x', cwd: '/else' })).cwd).toBe('/else');
  });
});

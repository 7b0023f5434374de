import { describe, expect, test } from 'vitest';
import { McpClientError } from '../../src/errors.ts';
import type { ConfigProblem } from '../../src/manager/config-problem.ts';
import type { ParseOptions } from '../../src/manager/parse-config.ts';
import { parse, said, summaries } from './support/parse.ts';

const good = { command: 'good-server' };

/** The problems of one entry, which stands beside a good one that must not be lost. */
function problemsOf(entry: unknown, options: Partial<ParseOptions> = {}): readonly ConfigProblem[] {
  const { servers, problems } = parse({ mcpServers: { bad: entry, good } }, options);
  expect(servers.map(({ name }) => name)).toEqual(['good']);
  for (const problem of problems) {
    expect(problem.cure).not.toBe('');
    expect(problem).toMatchObject({ line: 1, column: expect.any(Number) });
  }
  return problems;
}

function thrownBy(run: () => unknown): McpClientError {
  try {
    run();
  } catch (error) {
    if (error instanceof McpClientError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('M-01: a bad entry is a problem with a place, and the others are read', () => {
  test.for<readonly [what: string, entry: unknown, pointer: string, words: RegExp]>([
    ['no object', 'npx server', '', /a server is an object, and this is a text/],
    ['nothing to start', { args: [] }, '', /neither a command nor a url/],
    [
      'a type without what it needs',
      { type: 'stdio', url: 'https://x.example' },
      '',
      /type is stdio, without a command/,
    ],
    ['an unknown transport', { type: 'websocket', url: 'wss://x.example' }, '/type', /type is stdio, http or sse/],
    ['a command of another type', { command: 7 }, '/command', /command is a text/],
    ['an empty command', { command: '' }, '/command', /command is not empty/],
    ['an empty list as a command', { command: [] }, '/command', /command is not empty/],
    ['a NUL', { command: 'a\0b' }, '/command', /holds no NUL/],
    ['arguments in one text', { command: 'npx', args: '-y server' }, '/args', /args is a list of texts/],
    ['an argument that is an object', { command: 'npx', args: ['-y', {}] }, '/args/1', /args\[1\] is a text/],
    ['an environment of another type', { command: 'x', env: ['A=1'] }, '/env', /env is an object of texts/],
    ['a variable that is an object', { command: 'x', env: { A: {} } }, '/env/A', /env\.A is a text/],
    ['a variable with =', { command: 'x', env: { 'A=B': '1' } }, '/env/A=B', /without = and NUL/],
    ['a header with a space', { url: 'https://x.example', headers: { 'a b': '1' } }, '/headers/a b', /RFC 9110/],
    ['no address', { url: 'x.example/mcp' }, '/url', /url is no address: it lacks http:\/\/ or https:\/\//],
    ['an address without its scheme', { url: '127.0.0.1:39401/mcp' }, '/url', /it lacks http:\/\/ or https:\/\//],
    ['a name without its scheme', { url: 'localhost:3000/mcp' }, '/url', /it lacks http:\/\/ or https:\/\//],
    ['an address as a program', { command: 'http://127.0.0.1:39401/mcp' }, '/command', /is an address, and no program/],
    ['another scheme', { url: 'file:///etc/passwd' }, '/url', /only http and https/],
    ['a timeout in words', { command: 'x', timeoutMs: 'soon' }, '/timeoutMs', /whole milliseconds/],
    ['a timeout of nothing', { command: 'x', timeoutMs: 0 }, '/timeoutMs', /is 0, which is no time/],
    ['a negative timeout', { command: 'x', timeout: -5 }, '/timeout', /is no time/],
    [
      'a timeout in the wrong unit',
      { command: 'x', timeoutMs: 5 },
      '/timeoutMs',
      /is 5 milliseconds, and nothing answers/,
    ],
    ['a timeout that overflows (openclaw#105784)', { command: 'x', timeoutMs: 3e9 }, '/timeoutMs', /no timer can wait/],
    ['an overflow by its unit', { command: 'x', tool_timeout_sec: 3e6 }, '/tool_timeout_sec', /no timer can wait/],
    ['a switch in words', { command: 'x', disabled: 'yes' }, '/disabled', /disabled is true or false/],
    ['filters of another type', { command: 'x', includeTools: 'all' }, '/includeTools', /list of names of tools/],
    ['an unknown era', { command: 'x', era: 'ancient' }, '/era', /era is auto, legacy or modern/],
    [
      'a sandbox of ours with a mistake',
      { command: 'x', sandbox: { kind: 'bubblewrap', net: true } },
      '/sandbox',
      /net/,
    ],
    [
      'a limit that is none',
      { command: 'x', sandbox: { kind: 'plain', limits: { maxOpenFiles: 0 } } },
      '/sandbox/limits/maxOpenFiles',
      /is 1 or more/,
    ],
    [
      'an account by its name',
      { command: 'x', sandbox: { kind: 'plain', account: { uid: 'nobody', gid: 1 } } },
      '/sandbox/account/uid',
      /whole number/,
    ],
    ['a digest that is none', { command: 'x', digest: 'ABC' }, '/digest', /SHA-256/],
    ['a whole command line', { command: 'npx -y some-server' }, '/command', /whole command line/],
    ['a secret in an argument', { command: 'x', args: ['${secret:key}'] }, '/args/0', /every program of this machine/],
    ['a shell', { command: 'x', env: { KEY: '!pass show key' } }, '/env/KEY', /runs a shell/],
    [
      'an input that nobody describes',
      { command: 'x', env: { KEY: '${input:key}' } },
      '/env/KEY',
      /there is no input key/,
    ],
  ])('%s', ([, entry, pointer, words]) => {
    const asOwn = pointer === '/args/0' || /input/.test(words.source);
    const problems = problemsOf(entry, asOwn ? { dialect: 'own' } : {});
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ serverName: 'bad', message: expect.stringMatching(words) });
    expect(problems[0]?.pointer).toBe(`/mcpServers/bad${pointer}`);
  });

  test('a transport that is none, beside an address: the cure is one that is', () => {
    for (const type of ['ws', 'websocket', 7]) {
      expect(problemsOf({ type, url: 'wss://x.example' })[0]?.cure).toMatch(
        /"type": "http".*ws .* is no transport of MCP/,
      );
    }
  });

  test('the place is that of the value, in JSON and in YAML', () => {
    const json = parse(
      '{\n  "mcpServers": {\n    "a": {\n      "command": "x",\n      "args": ["fine", []]\n    }\n  }\n}',
    );
    expect(json.problems).toEqual([expect.objectContaining({ pointer: '/mcpServers/a/args/1', line: 5, column: 24 })]);
    const yaml = parse('mcpServers:\n  - name: a\n    command: x\n    args: [fine, []]\n', { dialect: 'continue' });
    expect(yaml.problems).toEqual([expect.objectContaining({ pointer: '/mcpServers/0/args/1', line: 4, column: 18 })]);
  });

  test('a command line is not split, and the cure shows how to write it', () => {
    expect(problemsOf({ command: 'npx -y some-server' })[0]?.cure).toBe(
      'write "command": "npx", "args": ["-y", "some-server"]',
    );
    // Neither by the rules of a shell: the backslashes would be gone (openclaw/mcporter).
    expect(problemsOf({ command: 'C:\\tools\\node.exe "my server"' })[0]?.cure).toMatch(
      /write the program as "command"/,
    );
    const spaces = parse(
      { mcpServers: { a: { command: '/opt/My Tools/run' } } },
      { isFile: (path) => path === '/opt/My Tools/run' },
    );
    expect(summaries(spaces)).toEqual({ a: { executable: '/opt/My Tools/run' } });
    const home = parse({ mcpServers: { a: { command: '~/My Tools/run' }, b: { command: '${TOOLS}/a b' } } });
    expect(home.problems).toEqual([]);
    const withArgs = parse({ mcpServers: { a: { command: '/opt/My Tools/run', args: ['x'] } } });
    expect(withArgs.problems).toEqual([]);
  });

  test('no problem and no diagnostic holds a value of the environment or a header', () => {
    const secret = 'hunter2hunter2';
    const entry = {
      command: `run ${secret}\0`,
      env: { KEY: { secret }, OTHER: [secret] },
      headers: { 'a b': secret },
      [`x\n`]: secret,
    };
    const { problems, diagnostics } = parse({
      mcpServers: { bad: entry, url: { url: `ftp://u:${secret}@x.example` } },
    });
    expect(problems.length).toBeGreaterThan(3);
    expect(JSON.stringify([problems, diagnostics])).not.toContain(secret);
    expect(JSON.stringify(diagnostics)).toContain('x\\\\u000a');
  });
});

describe('M-01: names', () => {
  test.for([
    ['', /is empty/],
    [' a', /begins or ends with a space/],
    ['a\nb', /cannot be seen/],
    ['a\u202eb', /cannot be seen/],
    ['a\ufe0f', /cannot be seen/],
    ['a\u3164', /cannot be seen/],
    ['a\u034fb', /cannot be seen/],
    [`a${String.fromCodePoint(0xe0142)}`, /cannot be seen/],
    ['x'.repeat(201), /more than 200 characters/],
    ['constructor', /means something to JavaScript/],
    ['prototype', /means something to JavaScript/],
  ] as const)('%j is refused', ([name, words]) => {
    const { servers, problems } = parse({ mcpServers: { [name]: good, good } });
    expect(servers.map((server) => server.name)).toEqual(['good']);
    expect(problems).toEqual([expect.objectContaining({ message: expect.stringMatching(words) })]);
  });

  test('a picture in a name is no harm', () => {
    expect(Object.keys(summaries(parse({ mcpServers: { '⚙️ tools': good, 早い: good } })))).toEqual([
      '⚙️ tools',
      '早い',
    ]);
  });

  test('__proto__ is refused as a name and left out as a key, and pollutes nothing', () => {
    const text = `{"mcpServers": {"__proto__": {"command": "x"}, "a": {"command": "x", "__proto__": {"disabled": true},
      "env": {"__proto__": "y", "constructor": "z", "FINE": "1"}, "toolPermissions": {"__proto__": "read"}}}}`;
    const parsed = parse(text, { dialect: 'own' });
    expect(summaries(parsed)).toEqual({ a: { executable: 'x', env: { FINE: '1' } } });
    expect(parsed.problems).toEqual([expect.objectContaining({ serverName: '__proto__' })]);
    expect(said(parsed, 'dropped')).toHaveLength(4);
    expect(({} as Record<string, unknown>)['command']).toBeUndefined();
    const toml = parse('[mcp_servers.a]\ncommand = "x"\n[mcp_servers.a.env]\n__proto__ = "y"\n');
    expect(summaries(toml)).toEqual({ a: { executable: 'x' } });
  });

  test('a name, or a key of an entry, that stands there twice is refused: nobody can say which one is meant', () => {
    const twice = parse('{"mcpServers": {"a": {"command": "x"}, "b": {"command": "y"}, "a": {"command": "z"}}}');
    expect(Object.keys(summaries(twice))).toEqual(['b']);
    expect(twice.problems.map(({ message }) => message)).toEqual(Array(2).fill(expect.stringMatching(/two servers/)));
    const key = parse(
      '{"mcpServers": {"a": {"command": "x", "disabled": true, "disabled": false}, "b": {"command": "y"}}}',
    );
    expect(Object.keys(summaries(key))).toEqual(['b']);
    expect(key.problems).toEqual([expect.objectContaining({ pointer: '/mcpServers/a/disabled' })]);
    const places = parse('{"mcpServers": {"a": {"command": "x"}}, "mcpServers": {"b": {"command": "y"}}}');
    expect(Object.keys(summaries(places))).toEqual(['a', 'b']);
  });
});

describe('M-01: what is no configuration', () => {
  test.for([
    ['{\n  "mcpServers": {\n    "a": { command: "x" }\n  }\n}', 3, 12, /double quotes/],
    ['{\n  "mcpServers": {', 2, 18, /close it with }/],
    ['[mcp_servers.a]\ncommand = \n', 2, 11, /TOML/],
    ['mcpServers:\n  a: {command: x\n  b: y', 3, 3, /YAML/],
    ['', undefined, undefined, /it is empty/],
  ] as const)('%j says where', ([text, line, column, words]) => {
    const error = thrownBy(() => parse(text, { file: '/srv/shop/servers.conf' }));
    expect(error).toMatchObject({ code: 'MCP_INVALID_CONFIG', file: '/srv/shop/servers.conf' });
    expect(error.message).toMatch(words);
    expect([error.line, error.column]).toEqual([line, column]);
    if (line !== undefined) expect(error.message).toContain(`line ${line}`);
  });

  test('too much and too deep are refused', () => {
    expect(thrownBy(() => parse(`"${'x'.repeat(4 * 1024 * 1024)}"`)).message).toMatch(/more than 4194304 bytes/);
    expect(thrownBy(() => parse('['.repeat(200_000))).message).toMatch(/nested too deeply/);
    expect(thrownBy(() => parse('['.repeat(200_000), { file: '/srv/shop/a.yaml' })).message).toMatch(
      /nested too deeply/,
    );
    expect(thrownBy(() => parse('#'.repeat(300_000), { file: '/srv/shop/a.yaml' })).message).toMatch(
      /than 262144 bytes/,
    );
    expect(thrownBy(() => parse('#'.repeat(1_100_000), { file: '/srv/shop/a.toml' })).message).toMatch(
      /than 1048576 bytes/,
    );
    const large = { command: 'x', env: Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`V${at}`, ''])) };
    expect(parse({ mcpServers: { large, good } })).toMatchObject({
      servers: [{ name: 'good' }],
      problems: [{ serverName: 'large', message: 'it holds more than 5000 values' }],
    });
    const deep = `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`;
    const parsed = parse(`{"mcpServers": {"a": {"command": "x", "env": {"A": ${deep}}}, "b": {"command": "y"}}}`);
    expect(Object.keys(summaries(parsed))).toEqual(['b']);
    const level = (name: string, of: string): string => `${name}: &${name} [${`${of}, `.repeat(8)}]\n`;
    const bomb = level('a', 'x') + ['b', 'c', 'd', 'e'].map((name, index) => level(name, `*${'abcd'[index]}`)).join('');
    expect(thrownBy(() => parse(bomb, { file: '/srv/shop/bomb.yaml' })).message).toMatch(/fewer aliases/);
    const many = Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`s${index}`, good]));
    expect(parse({ mcpServers: many })).toMatchObject({ servers: { length: 500 }, problems: [{ serverName: 's500' }] });
  });

  test('a document with very many members is read in proportion to its size', { timeout: 120_000 }, () => {
    // Each member is looked for by its name: with a walk over all of them these would take minutes.
    const places = parse(`{${'"mcpServers": {"a": {"command": "x"}},'.repeat(40_000)}}`);
    expect(places.servers).toEqual([]);
    expect(places.problems.length).toBe(1_000);
    const env = Object.fromEntries(Array.from({ length: 4_900 }, (_, at) => [`LD_${at}`, '${NONE}']));
    const servers = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`s${at}`, { command: 'x', env }]));
    expect(parse({ mcpServers: servers }).servers).toHaveLength(20);
  });

  test.for([
    [{ mcpServer: { a: good } }, /no servers are found in it; it has mcpServer/],
    [{ command: 'x' }, /it is one server, without a name/],
    [[good], /a configuration is an object, and this is a list/],
    [{ mcpServers: 7 }, /servers are an object, and this is a number/],
  ] as const)('%j has no servers, and a problem says why', ([config, words]) => {
    const { servers, problems } = parse(config);
    expect(servers).toEqual([]);
    expect(problems).toEqual([expect.objectContaining({ message: expect.stringMatching(words) })]);
  });

  test('options that make no sense are refused', () => {
    expect(thrownBy(() => parse({}, { folder: 'here' })).message).toMatch(/folder should be an absolute path/);
    expect(thrownBy(() => parse({}, { file: 'mcp.json' })).message).toMatch(/file should be an absolute path/);
    expect(thrownBy(() => parse({}, { dialect: 'emacs' as never })).message).toMatch(/dialect should be one of own/);
  });
});

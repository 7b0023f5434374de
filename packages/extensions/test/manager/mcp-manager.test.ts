import { expect, test } from 'vitest';
import { McpClientError } from '../../src/errors.ts';
import { failureKindOf, failureOf } from '../../src/manager/failure-kind.ts';
import { Installations } from '../../src/manager/installations.ts';
import type { McpManagerOptions } from '../../src/manager/manager-options.ts';
import { McpManager } from '../../src/mcp-manager.ts';
import { Refusal, initialized } from '../support/memory-client.ts';
import { failureIn, friendlyServer, managerBench, outcomeOf } from './support/manager-bench.ts';
import { serverConfig } from './support/server-config.ts';

const fine: McpManagerOptions = { servers: [], approvals: 'not-needed' };

function problemOf(options: unknown): string {
  try {
    return `fine: ${new McpManager(options as McpManagerOptions).status().servers.length}`;
  } catch (error) {
    return error instanceof McpClientError ? `${error.code}: ${error.message}` : String(error);
  }
}

test.for([
  [{ servers: [] }, 'approvals should be a store of approvals, or "not-needed"'],
  [{ ...fine, servers: {} }, 'servers should be an array of configurations'],
  [{ ...fine, server: [] }, 'server does not exist; there are servers, approvals'],
  [{ ...fine, servers: [serverConfig('a'), serverConfig('a')] }, 'two servers have the same name'],
  [{ ...fine, maxProcesses: 0 }, 'maxProcesses should be a whole number from 1'],
  [{ ...fine, restart: { maxCrashes: 0 } }, 'restart.maxCrashes should be a whole number from 1'],
  [{ ...fine, restart: { jitter: 2 } }, 'restart.jitter should be from 0 to 1'],
  [{ ...fine, restart: { baseMS: 1 } }, 'restart.baseMS does not exist; there are baseMs'],
  [{ ...fine, health: { idleMs: 3e9 } }, 'health.idleMs should be whole milliseconds'],
  [{ ...fine, timeouts: { startMs: 0 } }, 'timeouts.startMs should be whole milliseconds'],
  [{ ...fine, budgets: { run: { maxCalls: 1.5 } } }, 'budgets.run.maxCalls should be a whole number'],
  [{ ...fine, budgets: { run: 3 } }, 'budgets.run should be an object'],
  [{ ...fine, budgets: { maxCalls: 3 } }, 'budgets.maxCalls does not exist; there are run, servers'],
  [{ ...fine, servers: [{ name: 'a', command: 'npx' }] }, 'servers[0] is no configuration'],
  [{ ...fine, servers: [serverConfig('a'), null] }, 'servers[1] is no configuration'],
  [{ ...fine, policy: true }, 'policy should be a function'],
  [{ ...fine, approver: 'yes' }, 'approver should be a function'],
  [{ ...fine, needsApproval: false }, 'needsApproval should be a function'],
  [{ ...fine, onEvent: {} }, 'onEvent should be a function'],
  [{ ...fine, timeouts: { idleMs: Infinity } }, 'fine: 0'],
  [{ ...fine, http: 'public' }, 'http should be an object'],
  [{ ...fine, http: null }, 'http should be an object'],
  [{ ...fine, http: { addresses: 'Public' } }, 'http.addresses should be "any" or "public"'],
  [{ ...fine, http: { address: 'public' } }, 'http.address does not exist; there are addresses, agent'],
  [{ ...fine, http: { allowInsecure: true } }, 'http.allowInsecure does not exist'],
  [{ ...fine, http: { addresses: 'public', agent: {} } }, 'http.addresses cannot be "public" beside agent'],
  [{ ...fine, http: { connectMs: 0 } }, 'http.connectMs should be whole milliseconds'],
  [{ ...fine, http: { authorizationOf: {} } }, 'http.authorizationOf should be a function'],
  [{ ...fine, http: { addresses: undefined, endMs: 5 } }, 'fine: 0'],
] as const)('%j: %s', ([options, words]) => {
  expect(problemOf(options)).toContain(words);
});

test('a configuration is read, and what was refused in it is told', async () => {
  const text =
    '{ "mcpServers": { "good": { "command": "node" }, "bad": { "args": [] }, "off": { "command": "x", "disabled": true } } }';
  const { manager, problems } = await McpManager.fromConfig(
    { text, folder: process.cwd() },
    { approvals: 'not-needed' },
  );
  expect(problems.map(({ serverName }) => serverName)).toEqual(['bad']);
  expect(manager.status().servers.map(({ name, state }) => [name, state])).toEqual([
    ['good', 'stopped'],
    ['off', 'disabled'],
  ]);
  expect(await manager.close()).toEqual({ exited: [], killed: [], survivors: [], unfinished: [] });
});

test.for([
  '.mcp.json',
  undefined,
  {},
  { file: '.mcp.json' },
  { files: '.mcp.json' },
  { files: [7] },
  { mcpServers: {} },
])('%j is no place of a configuration, and the error says what is one', async (config) => {
  const error = await McpManager.fromConfig(config as never, { approvals: 'not-needed' }).catch((thrown) => thrown);
  expect(error).toMatchObject({ name: 'McpClientError', code: 'MCP_INVALID_CONFIG' });
  expect(error.message).toMatch(/\{ files: .*\}, or \{ text, folder \}/);
});

test.for([
  undefined,
  null,
  7,
  {},
  { serverName: 'files', toolName: 'echo' },
  { server: 'files' },
  { server: 1, tool: 'a' },
])('called as %j, a tool is not found, and the error says how it is called', async (reference) => {
  const bench = managerBench({ files: {} });
  const error = await failureIn(bench, bench.manager.call(reference as never));
  expect(error).toMatchObject({ code: 'MCP_INVALID_PARAMS', outcome: 'not-sent' });
  expect(error.message).toContain('{ server, tool }');
});

test('a name for models that no list has yet is told with the servers that were not listed', async () => {
  const bench = managerBench({ files: {}, search: {} });
  const early = await failureIn(bench, bench.manager.call('files__echo'));
  expect(early).toMatchObject({ code: 'MCP_UNKNOWN_TOOL', outcome: 'not-sent' });
  expect(early.message).toContain('not listed yet: files, search. Ask for tools() first');
  await outcomeOf(bench, bench.manager.tools());
  const late = await failureIn(bench, bench.manager.call('files__nothing'));
  expect(late.message).toBe('there is no tool "files__nothing"');
});

test('the status is plain JSON', async () => {
  const bench = managerBench({ files: {}, search: { script: {} } });
  const held = bench.manager.lease('agent', ['files']);
  await outcomeOf(bench, bench.manager.tools({ servers: ['files'] }));
  const status = bench.manager.status();
  expect(JSON.parse(JSON.stringify(status))).toEqual(status);
  expect(status).toMatchObject({
    isClosed: false,
    processes: 1,
    servers: [
      {
        name: 'files',
        state: 'ready',
        generation: 1,
        identity: 'files-1',
        era: 'legacy',
        protocolVersion: '2025-11-25',
        tools: { offered: 2, rejected: 0 },
        holders: [{ holder: 'agent' }],
        lastAnswerMs: 0,
      },
      { name: 'search', state: 'stopped', generation: 0, holders: [] },
    ],
  });
  held.release();
  await outcomeOf(bench, bench.manager.close());
});

test.for([null, undefined, 7, {}, Symbol('files'), ['files']])(
  'what is no name of a server is told as one that does not exist: %s',
  async (name) => {
    const bench = managerBench({ files: {} });
    const { manager } = bench;
    const asking = [
      () => manager.review(name as never),
      () => manager.approve(name as never),
      () => manager.rotate(name as never),
      () => manager.check(name as never),
      () => manager.quarantine.clear(name as never),
      async () => manager.stop(name as never),
      () => manager.tools({ servers: [name] as never }),
      async () => manager.lease('agent', [name] as never),
    ];
    for (const ask of asking) {
      const error = await failureIn(bench, ask());
      expect(error).toMatchObject({ code: 'MCP_INVALID_PARAMS', outcome: 'not-sent' });
      expect(error.message).toMatch(/^there is no server of type \w+; there are files$/);
    }
  },
);

test('servers that are no list are told as that', async () => {
  const bench = managerBench({ files: {} });
  for (const servers of ['files', 7, null, {}]) {
    const asking = [
      () => bench.manager.tools({ servers: servers as never }),
      async () => bench.manager.lease('agent', servers as never),
    ];
    for (const ask of asking) {
      const error = await failureIn(bench, ask());
      expect(error).toMatchObject({ code: 'MCP_INVALID_PARAMS', message: 'servers should be a list of names' });
    }
  }
});

test('a name that does not exist is an error that says which do', async () => {
  const bench = managerBench({ files: {} });
  const asked = [
    bench.manager.tools({ servers: ['file'] }),
    bench.manager.call({ server: 'file', tool: 'echo' }),
    bench.manager.rotate('file'),
    bench.manager.approve('file'),
  ];
  for (const one of asked) one.catch(() => {});
  for (const one of asked) {
    const error = await failureIn(bench, one);
    expect(error).toMatchObject({ code: 'MCP_INVALID_PARAMS' });
    expect(error.message).toContain('there are files');
  }
  const unknown = await failureIn(bench, bench.manager.call({ server: 'files', tool: 'nothing' }));
  expect(unknown).toMatchObject({ code: 'MCP_UNKNOWN_TOOL', outcome: 'not-sent' });
});

test('a host that throws in what it is told breaks nothing', async () => {
  const onEvent = (): never => {
    throw new Error('of the host');
  };
  const bench = managerBench({ files: {} }, { onEvent });
  expect((await outcomeOf(bench, bench.manager.tools())).tools).toHaveLength(2);
  await outcomeOf(bench, bench.manager.close());
});

test('whoever asks for tools may take that back', async () => {
  const bench = managerBench({ files: { script: {} } });
  const controller = new AbortController();
  const asking = bench.manager.tools({ signal: controller.signal });
  asking.catch(() => {});
  await bench.clock.settle();
  controller.abort();
  expect(await failureIn(bench, asking)).toMatchObject({ code: 'MCP_ABORTED', abortedBy: 'caller' });
  await bench.clock.settle();
  expect(bench.alive()).toEqual([]);
});

test('an era that is known is not asked for, and asked for again when it does not hold', async () => {
  let isLegacy = true;
  const script = {
    ...friendlyServer,
    initialize: () => (isLegacy ? initialized : new Refusal(-32_000)),
    'server/discover': () => new Refusal(-32_601),
  };
  const bench = managerBench({ files: { script, config: { era: 'auto' } } }, { restart: { holdMs: 1_000 } });
  const first = (): unknown => bench.processes.at(-1)?.sent[0]?.method;
  await outcomeOf(bench, bench.manager.tools());
  expect(first()).toBe('server/discover');
  bench.manager.stop('files');
  await outcomeOf(bench, bench.manager.tools());
  expect(first()).toBe('initialize');
  bench.manager.stop('files');
  isLegacy = false;
  await outcomeOf(bench, bench.manager.tools());
  isLegacy = true;
  await bench.clock.advance(1_000);
  await outcomeOf(bench, bench.manager.tools());
  expect(first()).toBe('server/discover');
  await outcomeOf(bench, bench.manager.close());
});

test('a start may have to fetch a package until it came up once, and again when it was late', () => {
  const npx = new Installations(serverConfig('a', { server: { executable: 'npx', args: ['-y', 'some-server'] } }));
  expect(npx.mayBeNeeded('one')).toBe(true);
  npx.came('one');
  expect([npx.mayBeNeeded('one'), npx.mayBeNeeded('two')]).toEqual([false, true]);
  npx.wasLate('one');
  expect(npx.mayBeNeeded('one')).toBe(true);
  expect(new Installations(serverConfig('a')).mayBeNeeded('one')).toBe(false);
  expect(new Installations(serverConfig('a', { timeouts: { installMs: 1 } })).mayBeNeeded('one')).toBe(true);
});

test('a failure is of a kind, and what a host throws shows nothing of itself', () => {
  const kinds = [
    failureKindOf({ code: 'MCP_SPAWN_FAILED', message: '', errno: 'ENOENT' }),
    failureKindOf({ code: 'MCP_SPAWN_FAILED', message: '', errno: 'EMFILE' }),
    failureKindOf({ code: 'MCP_HANDSHAKE_FAILED', message: '', reason: 'refused' }),
    failureKindOf({ code: 'MCP_HANDSHAKE_FAILED', message: '', reason: 'exited' }),
    failureKindOf({ code: 'MCP_BUSY', message: '' }),
    failureKindOf({ code: 'CLIENT_CLOSED', message: '' }),
  ];
  expect(kinds).toEqual(['setup', 'exhausted', 'setup', 'crash', 'gate', 'deliberate']);
  const secret = new Error('the token is hunter2');
  expect(failureOf(secret)).toMatchObject({
    code: 'MCP_SPAWN_FAILED',
    message: 'the start could not be prepared',
    cause: secret,
  });
  const known = new McpClientError('MCP_TIMEOUT', 'late', { timeoutMs: 5, cause: secret });
  expect(failureOf(known)).toEqual({ code: 'MCP_TIMEOUT', message: 'late', timeoutMs: 5, cause: secret });
});

test('an option of the wrong kind is told of by its name, before anything is started', () => {
  const wrong: readonly (readonly [keyof McpManagerOptions, unknown, string])[] = [
    ['policy', 'deny', 'policy should be a function'],
    ['approver', true, 'approver should be a function'],
    ['needsApproval', true, 'needsApproval should be a function'],
    ['secrets', {}, 'secrets should be a function'],
    ['onEvent', {}, 'onEvent should be a function'],
    ['quarantine', {}, 'quarantine should be a store'],
    ['catalogueFile', 'catalogue.json', 'catalogueFile should be an absolute path'],
    ['catalogueFile', 7, 'catalogueFile should be an absolute path'],
    ['restart', null, 'restart should be an object'],
    ['health', 7, 'health should be an object'],
    ['timeouts', null, 'timeouts should be an object'],
  ];
  for (const [name, value, words] of wrong) {
    expect(problemOf({ ...fine, [name]: value }), name).toContain(`MCP_INVALID_CONFIG: ${words}`);
  }
});

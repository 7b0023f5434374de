import { abortListeners, watchResources } from '@coding-agent/fixture-servers/testing';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { McpClientError } from '../../src/errors.ts';
import { McpClient, type McpClientOptions } from '../../src/mcp-client.ts';
import { legacyRevisions } from '../../src/protocol/revisions.ts';
import { clientBench, friendly, initialized, watch } from '../support/memory-client.ts';
import { verifies } from './verifies.ts';

describe('construction', () => {
  verifies('C-01', 'everything is checked at construction, by name, and nothing is started', () => {
    const bad: [Partial<McpClientOptions>, RegExp][] = [
      [{ executable: '' }, /executable/],
      [{ executable: 'no\0de' }, /executable/],
      [{ executable: 7 as never }, /executable/],
      [{ args: 'run server' as never }, /args/],
      [{ args: ['fine', 7 as never] }, /args/],
      [{ args: ['a\0b'] }, /args/],
      [{ cwd: '' }, /cwd/],
      [{ env: { 'A=B': 'c' } }, /env/],
      [{ env: { A: 'c\0' } }, /env/],
      [{ env: { A: 7 as never } }, /env/],
      [{ inheritEnv: [''] }, /inheritEnv/],
      [{ timeouts: { requestMs: 3e9 } }, /timeouts\.requestMs/],
      [{ timeouts: { requestMs: 0 } }, /timeouts\.requestMs/],
      [{ timeouts: { requestMs: 1.5 } }, /timeouts\.requestMs/],
      [{ timeouts: { requestMS: 5 } as never }, /timeouts\.requestMS does not exist/],
      [{ limits: { maxLineBytes: 0 } }, /limits\.maxLineBytes/],
      [{ limits: { maxPending: Infinity } }, /limits\.maxPending/],
      [{ limits: { maxLineBytes: '1' as never } }, /limits\.maxLineBytes/],
      [{ clientInfo: { name: '', version: '1' } }, /clientInfo/],
      [{ stdout: 'lenient' as never }, /stdout/],
      [{ handlers: { 'roots/list': true as never } }, /handlers/],
      [{ capabilities: { roots: () => {} } }, /capabilities\.roots is a function/],
      [{ onNotification: 'yes' as never }, /onNotification/],
      [{ concurrency: { tools: { slow: 0 } } }, /concurrency of slow/],
      [{ concurrency: null as never }, /concurrency/],
      [{ concurrency: { perTols: 1 } as never }, /concurrency\.perTols does not exist/],
      [{ handlers: null as never }, /handlers/],
      [{ handlers: { 'sampling/createMessage': () => ({}) } }, /capabilities\.sampling/],
      [{ timeouts: 5 as never }, /timeouts/],
      [{ excutable: 'node' } as never, /excutable does not exist/],
      [{ maxLineBytes: 5 } as never, /maxLineBytes does not exist/],
    ];
    const resources = watchResources({ folder: fileURLToPath(new URL('../../src', import.meta.url)) });
    for (const [options, words] of bad) {
      const construct = (): McpClient => new McpClient({ executable: 'node', ...options });
      expect(construct, JSON.stringify(options)).toThrow(McpClientError);
      expect(construct, JSON.stringify(options)).toThrow(
        expect.objectContaining({ code: 'MCP_INVALID_CONFIG', message: expect.stringMatching(words) }),
      );
    }
    const client = new McpClient({ executable: '/does/not/exist', cwd: '/does/not/exist' });
    expect([client.state, client.pendingCount]).toEqual(['idle', 0]);
    resources.stop();
    expect([resources.timers(), resources.children(), resources.pipes()]).toEqual([[], 0, 0]);
  });
});

describe('one life', () => {
  verifies('C-04', 'concurrent callers start one server and shake hands once', async () => {
    const { client, clock, transports } = clientBench();
    const both = Promise.all([client.initialize(), client.initialize()]);
    await clock.settle();
    const [first, second] = await both;
    expect(second).toBe(first);
    expect(await client.initialize()).toBe(first);
    expect(transports).toHaveLength(1);
    expect(transports[0]?.sent.map(({ method }) => method)).toEqual(['initialize', 'notifications/initialized']);
  });

  verifies('C-04', 'after close, exit or a failed handshake a client starts nothing again', async () => {
    for (const end of ['close', 'exit'] as const) {
      const { client, clock, transports } = clientBench();
      const ready = client.initialize();
      await clock.settle();
      await ready;
      if (end === 'close') await client.close();
      else transports[0]?.end();
      await clock.settle();
      expect(client.state).toBe('closed');
      const code = end === 'close' ? 'CLIENT_CLOSED' : 'MCP_PROCESS_EXIT';
      await expect(client.initialize()).rejects.toMatchObject({ code, outcome: 'not-sent' });
      await expect(client.callTool('echo')).rejects.toMatchObject({ code });
      expect(transports).toHaveLength(1);
    }
  });

  verifies('C-06', 'before the handshake is done nothing but the handshake is sent', async () => {
    const { client, clock, transports } = clientBench({});
    for (const call of [() => client.listTools(), () => client.callTool('echo'), () => client.ping()]) {
      await expect(call()).rejects.toMatchObject({ code: 'MCP_NOT_INITIALIZED', outcome: 'not-sent' });
    }
    expect(transports).toHaveLength(0);
    const starting = watch(client.initialize());
    await clock.settle();
    expect(client.state).toBe('initializing');
    await expect(client.callTool('echo')).rejects.toMatchObject({ code: 'MCP_NOT_INITIALIZED' });
    transports[0]?.answer(1, initialized);
    await clock.settle();
    expect([client.state, starting()]).toEqual(['ready', expect.objectContaining({ protocolVersion: '2025-11-25' })]);
  });

  verifies(
    'C-06',
    'one caller may take its wish back without the others; when nobody waits the handshake is given up',
    async () => {
      const { client, clock, transports } = clientBench({});
      const callers = [new AbortController(), new AbortController()];
      const ends = callers.map(({ signal }) => watch(client.initialize({ signal })));
      await clock.settle();
      callers[0]?.abort();
      await clock.settle();
      expect(ends.map((end) => end())).toEqual([expect.objectContaining({ code: 'MCP_ABORTED' }), 'waits']);
      expect(client.state).toBe('initializing');
      callers[1]?.abort();
      await clock.settle();
      expect(ends[1]?.()).toMatchObject({ code: 'MCP_ABORTED' });
      expect([client.state, transports[0]?.closed, clock.timers]).toEqual(['closed', 1, 0]);
      expect(callers.map(({ signal }) => abortListeners(signal))).toEqual([0, 0]);
      expect(transports[0]?.sentWith('notifications/cancelled')).toEqual([]); // never for initialize
    },
  );

  verifies('C-06', 'who comes while the handshake is being given up is told that it is over', async () => {
    const { client, clock } = clientBench({});
    const caller = new AbortController();
    const first = watch(client.initialize({ signal: caller.signal }));
    await clock.settle();
    caller.abort();
    await Promise.resolve();
    await Promise.resolve();
    const second = watch(client.initialize());
    await clock.settle();
    expect(first()).toMatchObject({ code: 'MCP_ABORTED' });
    expect(second()).toMatchObject({ code: expect.stringMatching(/CLIENT_CLOSED|MCP_ABORTED/) });
    expect(client.state).toBe('closed');
  });

  verifies('C-09', 'before the handshake no notification is handed on', async () => {
    const seen: string[] = [];
    const { client, clock, transports } = clientBench({}, { onNotification: (method) => seen.push(method) });
    const ready = watch(client.initialize());
    await clock.settle();
    transports[0]?.receive({ jsonrpc: '2.0', method: 'notifications/early' });
    await clock.settle();
    expect([seen, ready()]).toEqual([[], 'waits']);
    await client.close();
  });

  verifies('C-13', 'initialize with an aborted signal starts nothing, and the client may still be used', async () => {
    const { client, clock, transports } = clientBench();
    await expect(client.initialize({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'MCP_ABORTED' });
    expect([client.state, transports.length]).toEqual(['idle', 0]);
    const ready = client.initialize();
    await clock.settle();
    await expect(ready).resolves.toMatchObject({ serverInfo: { name: 'memory' } });
  });
});

describe('negotiation', () => {
  verifies(
    'C-07',
    'the newest legacy revision is offered with the product alone, and every published one is accepted',
    async () => {
      for (const protocolVersion of legacyRevisions) {
        const { client, clock, transports } = clientBench({ initialize: () => ({ ...initialized, protocolVersion }) });
        const ready = client.initialize();
        await clock.settle();
        await expect(ready).resolves.toMatchObject({ protocolVersion });
        expect(transports[0]?.sent[0]?.params).toEqual({
          protocolVersion: '2025-11-25',
          capabilities: {},
          clientInfo: { name: '@coding-agent/extensions', version: expect.any(String) },
        });
      }
    },
  );

  verifies(
    'C-07',
    'a revision that is not in the list is refused, and the error names both sides and nothing else',
    async () => {
      for (const protocolVersion of ['2026-07-28', '1999-01-01', 'latest', '']) {
        const answer = { ...initialized, protocolVersion, instructions: 'private words' };
        const { client, clock, transports } = clientBench({ initialize: () => answer });
        const ready = watch(client.initialize());
        await clock.settle();
        const error = ready() as McpClientError;
        expect(error).toMatchObject({
          code: 'MCP_UNSUPPORTED_VERSION',
          serverVersions: [protocolVersion],
          clientVersions: [...legacyRevisions],
        });
        expect(error.message).toContain(protocolVersion);
        expect(error.message).not.toContain('private');
        expect([client.state, transports[0]?.closed]).toEqual(['closed', 1]);
        expect(transports[0]?.sentWith('notifications/initialized')).toEqual([]);
      }
    },
  );

  verifies(
    'C-07',
    'a server that refuses with its list is an unsupported version; any other refusal is a refusal',
    async () => {
      const refuse = async (error: unknown): Promise<unknown> => {
        const { client, clock, transports } = clientBench({});
        const ready = watch(client.initialize());
        await clock.settle();
        transports[0]?.receive({ jsonrpc: '2.0', id: 1, error });
        await clock.settle();
        return ready();
      };
      const listed = { code: -32_602, message: 'Unsupported', data: { supported: ['2020-01-01', 7], requested: 'x' } };
      expect(await refuse(listed)).toMatchObject({ code: 'MCP_UNSUPPORTED_VERSION', serverVersions: ['2020-01-01'] });
      expect(await refuse({ code: -32_000, message: 'go away' })).toMatchObject({
        code: 'MCP_HANDSHAKE_FAILED',
        reason: 'refused',
        cause: expect.objectContaining({ code: 'MCP_ERROR', remoteCode: -32_000 }),
      });
    },
  );

  verifies(
    'C-05',
    'a handshake that times out, dies or is malformed says which, and closes what was started',
    async () => {
      const timeout = clientBench({});
      const late = watch(timeout.client.initialize({ timeoutMs: 50 }));
      await timeout.clock.advance(50);
      expect(late()).toMatchObject({
        code: 'MCP_HANDSHAKE_FAILED',
        reason: 'timeout',
        phase: 'initialize',
        timeoutMs: 50,
        stderrTail: 'its last words',
      });

      const exit = clientBench({});
      const dead = watch(exit.client.initialize());
      await exit.clock.settle();
      exit.transports[0]?.end({ exitCode: 7, signal: null, stderrTail: 'cannot find module' });
      await exit.clock.settle();
      expect(dead()).toMatchObject({
        code: 'MCP_HANDSHAKE_FAILED',
        reason: 'exited',
        exitCode: 7,
        stderrTail: 'cannot find module',
      });

      for (const answer of [
        {},
        { protocolVersion: 7 },
        { ...initialized, capabilities: [] },
        { ...initialized, serverInfo: 'x' },
      ]) {
        const bench = clientBench({ initialize: () => answer });
        const malformed = watch(bench.client.initialize());
        await bench.clock.settle();
        expect(malformed()).toMatchObject({ code: 'MCP_HANDSHAKE_FAILED', reason: 'malformed' });
        expect([bench.client.state, bench.transports[0]?.closed]).toEqual(['closed', 1]);
      }
      for (const { client, clock, transports } of [timeout, exit]) {
        expect([client.state, transports[0]?.closed, clock.timers]).toEqual(['closed', 1, 0]);
        await expect(client.initialize()).rejects.toMatchObject({
          code: expect.stringMatching(/CLIENT_CLOSED|MCP_PROCESS_EXIT/),
        });
      }
    },
  );
});

describe('capabilities', () => {
  verifies('C-09', 'a request that needs what the server does not offer is refused here, unsent', async () => {
    const { client, clock, transports } = clientBench({
      initialize: () => ({ ...initialized, capabilities: { prompts: {} } }),
    });
    const ready = client.initialize();
    await clock.settle();
    await ready;
    for (const call of [client.listTools(), client.callTool('echo')]) {
      await expect(call).rejects.toMatchObject({ code: 'MCP_CAPABILITY_MISSING', outcome: 'not-sent' });
    }
    expect(transports[0]?.sent.slice(2)).toEqual([]);
  });

  verifies('C-09', 'a notification that was not negotiated is not believed, nor handed on', async () => {
    for (const listChanged of [true, false]) {
      const seen: string[] = [];
      const capabilities = { tools: { listChanged } };
      const { client, clock, transports, diagnostics } = clientBench(
        { ...friendly, initialize: () => ({ ...initialized, capabilities }) },
        { onNotification: (method) => seen.push(method) },
      );
      const ready = client.initialize();
      await clock.settle();
      await ready;
      transports[0]?.receive({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
      await clock.settle();
      expect(seen).toEqual(listChanged ? ['notifications/tools/list_changed'] : []);
      expect(diagnostics.map(({ kind }) => kind)).toEqual(listChanged ? [] : ['not-negotiated']);
    }
  });
});

describe('the end', () => {
  verifies('C-30', 'an exit ends every request with how the process died, and the client for good', async () => {
    const { client, clock, transports } = clientBench(
      { ...friendly, 'tools/call': () => undefined },
      { serverName: 'files' },
    );
    const ready = client.initialize();
    await clock.settle();
    await ready;
    const calls = [watch(client.callTool('never')), watch(client.callTool('never'))];
    await clock.settle();
    transports[0]?.end({ exitCode: null, signal: 'SIGSEGV', stderrTail: 'boom', stderrTruncated: false });
    await clock.settle();
    for (const call of calls) {
      expect(call()).toMatchObject({
        code: 'MCP_PROCESS_EXIT',
        signal: 'SIGSEGV',
        stderrTail: 'boom',
        outcome: 'unknown',
        serverName: 'files',
      });
    }
    expect([client.state, client.pendingCount, clock.timers]).toEqual(['closed', 0, 0]);
  });

  verifies(
    'C-30',
    "an answer that comes after the end is nobody's, and a handler that throws at the end breaks nothing",
    async () => {
      const { client, clock, transports } = clientBench(friendly, {
        onDiagnostic: () => {
          throw new Error('of the host');
        },
      });
      const ready = client.initialize();
      await clock.settle();
      await ready;
      const call = watch(client.ping());
      await clock.settle();
      transports[0]?.receive('noise');
      transports[0]?.end();
      transports[0]?.answer(2, { late: true });
      await clock.settle();
      expect(call()).toMatchObject({ code: 'MCP_PROCESS_EXIT' });
    },
  );

  verifies('C-31', 'close is one promise, ends what waits with CLIENT_CLOSED, and works from every state', async () => {
    const idle = clientBench();
    expect(await idle.client.close()).toEqual({ survivors: [] });
    expect([idle.client.state, idle.transports.length]).toEqual(['closed', 0]);
    await expect(idle.client.initialize()).rejects.toMatchObject({ code: 'CLIENT_CLOSED' });

    const starting = clientBench({});
    const handshake = watch(starting.client.initialize());
    await starting.clock.settle();
    await starting.client.close();
    await starting.clock.settle();
    expect(handshake()).toMatchObject({ code: 'CLIENT_CLOSED' });

    const { client, clock, transports } = clientBench({ ...friendly, 'tools/call': () => undefined });
    const ready = client.initialize();
    await clock.settle();
    await ready;
    const call = watch(client.callTool('never'));
    await clock.settle();
    const closing = client.close();
    expect(client.close()).toBe(closing);
    expect(client.state).toBe('closing');
    await expect(client.callTool('echo')).rejects.toMatchObject({ code: 'CLIENT_CLOSED', outcome: 'not-sent' });
    await clock.settle();
    await closing;
    expect(call()).toMatchObject({ code: 'CLIENT_CLOSED', outcome: 'unknown' });
    expect([client.state, client.pendingCount, clock.timers, transports[0]?.closed]).toEqual(['closed', 0, 0, 1]);
  });

  verifies('C-34', 'await using closes the client at the end of the block', async () => {
    const bench = clientBench();
    {
      await using client = bench.client;
      const ready = client.initialize();
      await bench.clock.settle();
      await ready;
    }
    expect([bench.client.state, bench.transports[0]?.closed]).toEqual(['closed', 1]);
  });
});

import { abortListeners } from '@coding-agent/fixture-servers/testing';
import { describe, expect } from 'vitest';
import { clientBench, friendly, initialized, watch } from '../support/memory-client.ts';
import { verifies } from './verifies.ts';

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
    expect(await idle.client.close()).toMatchObject({ survivors: [] });
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

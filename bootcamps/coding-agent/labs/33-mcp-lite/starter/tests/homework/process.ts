import { someText } from '@coding-agent/fixture-servers/lab';
import { isAlive, processState } from '@coding-agent/fixture-servers/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { McpClient } from '../../src/mcp-client.ts';
import type { McpClientOptions } from '../../src/options.ts';
import { errorOf, valueOf, watch } from '../support/endings.ts';
import { openLab, openReadyLab } from '../support/lab.ts';
import { endings, isCall } from '../support/wire.ts';

// How a server is started, what it is given, and how it ends.

describe('the process', () => {
  test('a program that cannot be started has a name for it', { meta: { id: 'spawn-failure' } }, async (context) => {
    const { client, proveNothingLeft } = openLab(context, {
      client: { executable: join(tmpdir(), someText('nothing')) },
    });
    await errorOf(client.initialize(), 'MCP_SPAWN_FAILED', 'initialize() with a program that does not exist');
    await proveNothingLeft();

    const brief = openLab(context, { server: { mode: 'exit-on-start' } });
    const error = await errorOf(brief.client.initialize(), 'MCP_PROCESS_EXIT', 'initialize() with a server that exits');
    expect(error.exitCode, 'exitCode of a server that exits before the handshake').toBe(7);
    await brief.proveNothingLeft();

    const executable = 'node';
    const unusable: Partial<McpClientOptions>[] = [{ executable: '' }, { args: ['a\0b'] }, { env: null as never }];
    for (const wrong of [...unusable, { requestTimeoutMs: 3e9 }]) {
      const options = { executable, ...wrong };
      const construct = (): McpClient => new McpClient(options);
      expect(construct, `new McpClient(${JSON.stringify(options)})`).toThrow(
        expect.objectContaining({ code: 'MCP_INVALID_CONFIG' }),
      );
    }
  });

  test('two handshakes at once are one', { meta: { id: 'single-flight' } }, async (context) => {
    const { client, server, proveNothingLeft } = openLab(context);
    const both = [watch(client.initialize(), 'initialize()'), watch(client.initialize(), 'initialize() again')];
    const [first, second] = await Promise.all(both.map((handshake) => handshake.value()));
    expect(second, 'the handshake that both callers see').toEqual(first);
    expect(server.received('initialize').length, 'handshakes on the wire').toBe(1);
    expect(server.pids(), 'servers started').toEqual([client.pid]);
    await proveNothingLeft();
  });

  test('arguments are data, not a command line', { meta: { id: 'no-shell' } }, async (context) => {
    const journalDirectory = mkdtempSync(join(tmpdir(), 'two  words $HOME '));
    context.onTestFinished(() => rmSync(journalDirectory, { recursive: true, force: true }));
    const { server, proveNothingLeft } = await openReadyLab(context, { server: { journalDirectory } });
    const start = server.journal().find((entry) => entry.event === 'start');
    expect(start?.argv.slice(2), 'the arguments as the server got them').toEqual(server.args.slice(1));
    await proveNothingLeft();
  });

  test('the environment is a list of names, not a copy', { meta: { id: 'environment' } }, async (context) => {
    vi.stubEnv('LAB_SECRET', someText('secret'));
    context.onTestFinished(() => void vi.unstubAllEnvs());
    const named = someText('named');
    const options = { server: { mode: 'env-dump' }, client: { env: { LAB_NAMED: named } } } as const;
    const { client, proveNothingLeft } = await openReadyLab(context, options);
    const { content } = await valueOf(client.callTool('env'), 'callTool("env")');
    const environment: unknown = JSON.parse(content);
    expect(environment, 'a secret of the host reached the server').not.toHaveProperty('LAB_SECRET');
    expect(environment, 'HOME reached the server').not.toHaveProperty('HOME');
    expect(environment, 'what the configuration names should reach the server').toMatchObject({ LAB_NAMED: named });
    expect(process.env['LAB_NAMED'], 'the environment of the host must not be written').toBeUndefined();
    await proveNothingLeft();
  });

  test('close() ends what waits, and is one promise', { meta: { id: 'close-pending' } }, async (context) => {
    const { client, server, proveNothingLeft } = await openReadyLab(context);
    const calls = [1, 2].map((which) =>
      watch(client.callTool('never'), `waiting call ${which} of 2 when close() comes`),
    );
    await server.waitFor(isCall, { what: 'a call that is going to wait' });
    expect(client.pendingCount, 'requests in the map before close()').toBe(2);
    await errorOf(client.callTool('never', {}, { timeoutMs: 3e9 }), 'MCP_INVALID_PARAMS', 'a call within 3e9 ms');
    const closing = [client.close(), client.close()];
    const closed = closing.map((close, index) => watch(close, `close() ${index + 1} of 2`, 6_000));
    expect(closing[1], 'the promise of the second close()').toBe(closing[0]);
    for (const call of calls) await call.error('CLIENT_CLOSED');
    await errorOf(client.callTool('echo', { value: '' }), 'CLIENT_CLOSED', 'a call after close()');
    for (const close of closed) await close.value();
    await errorOf(client.initialize(), 'CLIENT_CLOSED', 'initialize() after close()');
    await proveNothingLeft();
    expect(endings(server), 'close() ends stdin, and a server that leaves needs no signal').toEqual(['stdin-end']);
  });

  test('close() waits until the server is gone', { meta: { id: 'close-waits' } }, async (context) => {
    const options = { server: { mode: 'ignore-sigterm' }, client: { graceMs: 150 } } as const;
    const { client, server, proveNothingLeft } = await openReadyLab(context, options);
    await valueOf(client.close(), 'close() with a server that ignores stdin and SIGTERM');
    const states = server.pids().map(processState);
    expect(states, 'state of the server when close() has resolved').not.toContain('running');
    await proveNothingLeft();
  });

  test('a server that can no longer answer is stopped', { meta: { id: 'stdout-ends' } }, async (context) => {
    for (const mode of ['half-line-exit', 'stdout-closed'] as const) {
      const { client, proveNothingLeft } = await openReadyLab(context, { server: { mode } });
      const waiting = watch(client.callTool('never'), `a call that waits in mode ${mode}`);
      await errorOf(client.callTool('echo', { value: '' }), 'MCP_PROCESS_EXIT', `a call in mode ${mode}`);
      await waiting.error('MCP_PROCESS_EXIT');
      await proveNothingLeft();
    }
  });

  test('an exit is an exit, whoever holds the pipes', { meta: { id: 'held-pipes' } }, async (context) => {
    const { client, server, proveNothingLeft } = await openReadyLab(context, { server: { mode: 'grandchild' } });
    const waiting = watch(client.callTool('never'), 'a call that waits while a grandchild holds the pipes');
    const exit = watch(client.callTool('exit', { code: 5 }), 'the call that ends the server');
    for (const call of [waiting, exit]) await call.error('MCP_PROCESS_EXIT');
    for (const pid of server.pids().filter(isAlive)) process.kill(pid); // a grandchild is not the lab's to stop
    await proveNothingLeft();
  });
});

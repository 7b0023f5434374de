import { isAlive, settlesWithin, waitUntilGone, watchResources } from '@coding-agent/fixture-servers/testing';
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, vi } from 'vitest';
import { McpClient } from '../../src/mcp-client.ts';
import { reaperScript } from '../../src/stdio/reaper-script.ts';
import { Reaper } from '../../src/stdio/reaper.ts';
import { startOf } from '../../src/stdio/server-tree.ts';
import { errorOf } from '../support/peer.ts';
import { processClient, readyClient, textOf } from '../support/process-client.ts';
import { startHost } from '../stdio/support/start-host.ts';
import { verifies } from './verifies.ts';

const node = process.execPath;

describe('what a server is given', () => {
  verifies(
    'C-02',
    'it sees an allowlist, what is named, and what is set; process.env is not written',
    async (context) => {
      vi.stubEnv('SECRET_TOKEN', 'do not tell');
      vi.stubEnv('NAMED_ONE', 'named');
      vi.stubEnv('EXPORTED', '() { :; }');
      context.onTestFinished(() => void vi.unstubAllEnvs());
      const before = { ...process.env };
      const options = { inheritEnv: ['NAMED_ONE', 'EXPORTED'], env: { SET: 'set', LANG: null } };
      const { client } = await readyClient(context, { mode: 'env-dump' }, options);
      const seen = JSON.parse(textOf(await client.callTool('env'))) as Record<string, string>;
      expect(seen).toMatchObject({ PATH: process.env['PATH'], NAMED_ONE: 'named', SET: 'set' });
      for (const name of ['SECRET_TOKEN', 'HOME', 'LANG', 'EXPORTED', 'NODE_OPTIONS', 'VITEST']) {
        expect(seen).not.toHaveProperty(name);
      }
      expect(process.env).toEqual(before);
    },
  );

  verifies(
    'C-03',
    'the working directory is the one at construction, and a missing one is named as such',
    async (context) => {
      const folder = mkdtempSync(join(tmpdir(), 'cwd-'));
      context.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const client = new McpClient({
        executable: node,
        args: ['-e', 'process.stderr.write(process.cwd())'],
        cwd: folder,
      });
      expect(await errorOf(client.initialize())).toMatchObject({ reason: 'exited', stderrTail: realpathSync(folder) });

      const lost = new McpClient({ executable: node, args: ['-e', ''], cwd: join(folder, 'gone') });
      const error = await errorOf(lost.initialize());
      expect(error).toMatchObject({ code: 'MCP_SPAWN_FAILED', errno: 'ENOENT' });
      expect(error.message).toContain('gone');
      expect(error.message).toMatch(/directory/);
      expect(() => new McpClient({ executable: node, cwd: 'relative' })).toThrow(/cwd/);
    },
  );

  verifies('C-01', 'arguments arrive as they are, whatever a shell would make of them', async (context) => {
    const args = ['two  words', '$HOME', '"quoted"', "it's", '`id`', '; exit 3', 'line\nbreak', '*'];
    const folder = mkdtempSync(join(tmpdir(), 'args-'));
    context.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const script = `require('node:fs').writeFileSync('args', JSON.stringify(process.argv.slice(1)))`;
    const client = new McpClient({ executable: node, args: ['-e', script, '--', ...args], cwd: folder });
    await errorOf(client.initialize());
    await client.close();
    expect(JSON.parse(readFileSync(join(folder, 'args'), 'utf8'))).toEqual(args);
  });
});

describe('starts that fail', () => {
  verifies('C-05', 'a missing program, a forbidden one and one that leaves at once are told apart', async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'start-'));
    context.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const forbidden = join(folder, 'forbidden');
    writeFileSync(forbidden, '#!/bin/sh\n');
    chmodSync(forbidden, 0o644);
    for (const [executable, errno] of [
      [join(folder, 'nothing'), 'ENOENT'],
      ['no-such-program-anywhere', 'ENOENT'],
      [forbidden, 'EACCES'],
      [folder, 'EACCES'],
    ] as const) {
      const client = new McpClient({ executable });
      const error = await errorOf(client.initialize());
      expect(error, executable).toMatchObject({ code: 'MCP_SPAWN_FAILED', errno });
      expect(await client.close()).toMatchObject({ survivors: [] });
    }
    const { client, server } = processClient(context, { mode: 'exit-on-start' });
    const error = await errorOf(client.initialize());
    expect(error).toMatchObject({ code: 'MCP_HANDSHAKE_FAILED', reason: 'exited', exitCode: 7, signal: null });
    expect(error.stderrTail?.length).toBeGreaterThan(0);
    expect(server.received()).toEqual([]);
  });

  verifies('C-05', 'a failed handshake ends the server without being asked', async (context) => {
    for (const mode of ['other-version', 'refuse-version', 'silent'] as const) {
      const { client, server } = processClient(context, { mode });
      const nobodyWaits = new AbortController();
      const failed = errorOf(client.initialize({ signal: nobodyWaits.signal }));
      await server.waitFor(({ event }) => event === 'start');
      if (mode === 'silent') nobodyWaits.abort();
      await failed;
      await waitUntilGone(server.pids(), { deadlineMs: 10_000 }); // no close()
      expect(server.pids()).toHaveLength(1);
    }
  });

  verifies('C-35', 'an error without an exit, or after one, is told once and harms nobody', async () => {
    const client = new McpClient({ executable: '/does/not/exist' });
    const ends: unknown[] = [];
    const both = [client.initialize(), client.initialize()];
    for (const one of both)
      one.then(
        (value) => ends.push(value),
        (error: unknown) => ends.push(error),
      );
    await Promise.allSettled(both);
    expect(ends).toEqual([
      expect.objectContaining({ code: 'MCP_SPAWN_FAILED' }),
      expect.objectContaining({ code: 'MCP_SPAWN_FAILED' }),
    ]);
    const first = client.close();
    expect(await first).toMatchObject({ survivors: [] });
    expect(client.close()).toBe(first);
    expect(client.state).toBe('closed');
  });
});

describe('stderr', () => {
  verifies(
    'C-24',
    'it is drained, and its end is kept: bounded, whole characters, without secrets',
    async (context) => {
      const env = { API_TOKEN: 'hunter2-hunter2' };
      const lastWords = '工具: password=opensesame, token hunter2-hunter2';
      const { client } = await readyClient(
        context,
        { mode: 'stderr-flood', lastWords },
        { env, limits: { maxStderrBytes: 4_096 } },
      );
      await client.callTool('echo', { value: 'while stderr is full' });
      const error = await errorOf(client.callTool('exit', { code: 3 }));
      expect(error).toMatchObject({ code: 'MCP_PROCESS_EXIT', exitCode: 3, stderrTruncated: true });
      const tail = error.stderrTail ?? '';
      expect(tail).toContain('工具');
      expect(tail).not.toMatch(/opensesame|hunter2/);
      expect(tail).not.toContain('\ufffd');
      expect(Buffer.byteLength(tail)).toBeLessThanOrEqual(4_200);
    },
  );
});

describe('exit', () => {
  verifies(
    'C-30',
    'every call ends at the exit, with code and signal, though a grandchild holds the pipes',
    async (context) => {
      const { client, server } = await readyClient(context, { mode: 'grandchild' });
      const waiting = client.callTool('never', {}, { timeoutMs: 60_000 });
      waiting.catch(() => {});
      const exit = errorOf(client.callTool('exit', { code: 5 }, { timeoutMs: 60_000 }));
      for (const ended of [exit, errorOf(waiting)]) {
        const settled = await settlesWithin(ended, 5_000, 'a call at the exit');
        expect(settled).toMatchObject({
          value: { code: 'MCP_PROCESS_EXIT', exitCode: 5, signal: null, outcome: 'unknown' },
        });
      }
      expect([client.state === 'ready', client.pendingCount]).toEqual([false, 0]);
      await client.close();
      expect(server.pids().filter(isAlive)).toEqual([]);
    },
  );

  verifies(
    'C-30',
    'stdin or stdout closed by a living server is the end of the connection, and of the server',
    async (context) => {
      for (const mode of ['stdin-closed-early', 'stdout-closed', 'half-line-exit'] as const) {
        const { client, server } = await readyClient(context, { mode });
        if (mode === 'stdin-closed-early') await server.waitFor((entry) => entry.event === 'fault');
        const waiting = client.callTool('never', {}, { timeoutMs: 60_000 });
        waiting.catch(() => {});
        const error = await errorOf(client.callTool('echo', { value: 'x' }, { timeoutMs: 60_000 }));
        expect(['MCP_PROCESS_EXIT', 'MCP_WRITE_FAILED'], mode).toContain(error.code);
        expect(['MCP_PROCESS_EXIT', 'MCP_WRITE_FAILED'], mode).toContain((await errorOf(waiting)).code);
        await waitUntilGone(server.pids(), { deadlineMs: 10_000 });
      }
    },
  );
});

describe('close', () => {
  verifies(
    'C-31',
    'it resolves when the process is gone, also when that takes every step of the ladder',
    async (context) => {
      for (const [mode, graces] of [
        ['normal', {}],
        ['ignore-stdin-end', { stdinMs: 100 }],
        ['ignore-sigterm', { stdinMs: 100, terminateMs: 100 }],
      ] as const) {
        const { client, server } = await readyClient(context, { mode }, { graces });
        const waiting = errorOf(client.callTool('never'));
        await server.waitFor((entry) => entry.event === 'received');
        const report = await client.close();
        expect(server.pids().filter(isAlive), mode).toEqual([]);
        expect(report).toMatchObject({ survivors: [] });
        // The others leave when they are asked to; on a busy machine that may take longer than they are given.
        if (mode === 'ignore-sigterm') expect(report.killed).toBe(true);
        expect(await waiting).toMatchObject({ code: 'CLIENT_CLOSED' });
      }
    },
  );

  verifies('C-32', 'helpers in the group of the server, and in one of their own, are gone with it', async (context) => {
    for (const detached of [false, true]) {
      const folder = mkdtempSync(join(tmpdir(), 'tree-'));
      context.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const { server } = processClient(context, { mode: 'normal' });
      const helper = `process.on('SIGTERM', () => {}); setTimeout(() => {}, 30000)`;
      const wrapper = `
        const { spawn } = require('node:child_process');
        const helper = spawn(process.execPath, ['-e', ${JSON.stringify(helper)}], { detached: ${detached}, stdio: 'ignore' });
        require('node:fs').writeFileSync('helper', String(helper.pid));
        spawn(process.execPath, ${JSON.stringify(server.args)}, { stdio: 'inherit' }).on('exit', (code) => process.exit(code));`;
      const client = await McpClient.open({ executable: node, args: ['-e', wrapper], cwd: folder });
      const pids = [Number(readFileSync(join(folder, 'helper'), 'utf8')), ...server.pids()];
      expect(pids.filter(isAlive)).toHaveLength(2);
      expect(await client.close()).toMatchObject({ survivors: [] });
      expect(pids.filter(isAlive)).toEqual([]);
    }
  });

  verifies('C-33', 'a host that is killed takes its servers along', async (context) => {
    const { server } = processClient(context, { mode: 'ignore-sigterm' });
    const host = await startHost([{ executable: server.executable, args: server.args }]);
    await server.waitFor(({ event }) => event === 'start');
    const pids = [...server.pids(), host.supervisor];
    expect(pids.filter(isAlive)).toHaveLength(2);
    host.kill();
    await host.exit();
    await waitUntilGone(pids, { deadlineMs: 10_000 });
    expect(pids.filter(isAlive)).toEqual([]);
  });

  verifies('C-33', 'what is on the list when the pipe of the host ends is ended', async (context) => {
    const victim = spawn(node, ['-e', 'setTimeout(() => {}, 30000)'], { detached: true, stdio: 'ignore' });
    context.onTestFinished(() => void victim.kill('SIGKILL'));
    const pid = victim.pid ?? 0;
    // Its input ends after two lines, as if the host had died then.
    const args = ['-c', 'head -n 2 | /bin/sh -c "$0" mcp-supervisor', reaperScript];
    const reaper = new Reaper({ plan: { kind: 'supervisor', shell: '/bin/sh', args } });
    const entry = reaper.register('0123456789abcdef', () => {});
    expect(isAlive(pid)).toBe(true);
    entry.started(pid, startOf(pid));
    await waitUntilGone([pid], { deadlineMs: 10_000 });
    await entry.release();
  });

  verifies('C-34', 'after close there is no timer, no child handle, no pipe', async (context) => {
    const resources = watchResources({ folder: fileURLToPath(new URL('../../src', import.meta.url)) });
    context.onTestFinished(() => resources.stop());
    const { client } = await readyClient(context);
    await client.listTools();
    await errorOf(client.callTool('never', {}, { timeoutMs: 50 }));
    expect(resources.children()).toBeGreaterThan(0);
    await client.close();
    expect([resources.timers(), client.stats().pending]).toEqual([[], 0]);
    await resources.settled({ deadlineMs: 10_000 }); // the handles of what is gone are closed a moment later
  });
});

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { McpClient } from '../../src/mcp-client.ts';
import { clientBench, discovered, initialized, watch } from '../support/memory-client.ts';
import { errorOf } from '../support/peer.ts';
import { verifies } from './verifies.ts';

/** Everything that ends a line somewhere, and what JSON must escape. */
const hostile = 'a\nb\r\nc\u2028d\u2029e\u0085f\u0000"\\工🧰\ud800';
const clientInfo = { name: hostile, version: hostile };
const results = { initialize: () => initialized, 'server/discover': () => discovered };

describe('every message that is sent', () => {
  verifies(
    'C-20',
    'is JSON in one line, with an integer as its id, or without one when it is a notification',
    async () => {
      for (const era of ['legacy', 'modern', 'auto'] as const) {
        const handlers = { 'roots/list': () => ({ roots: [{ uri: hostile }] }) };
        const options = { era, clientInfo, handlers, capabilities: { roots: {} }, allowUnlistedTools: true };
        const { client, clock, transports } = clientBench(results, options);
        const ready = client.initialize();
        await clock.settle();
        await ready;
        const caller = new AbortController();
        void watch(client.callTool(hostile, { [hostile]: hostile }, { signal: caller.signal, onProgress: () => {} }));
        void watch(client.callTool('long', { text: hostile.repeat(10_000) }));
        void watch(client.listTools());
        void watch(client.ping());
        for (const method of ['ping', 'roots/list', hostile]) {
          transports[0]?.receive({ jsonrpc: '2.0', id: hostile, method });
        }
        await clock.settle();
        caller.abort(hostile);
        await clock.advance(60_000);
        const lines = transports[0]?.writes.flat().map(String) ?? [];
        expect(lines.filter((line) => /[\n\r]/.test(line))).toEqual([]);
        const sent = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
        expect(sent.every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true);
        const named = sent.filter(({ method }) => typeof method === 'string');
        const requests = named.filter((message) => !String(message['method']).startsWith('notifications/'));
        const notifications = named.filter((message) => !requests.includes(message));
        expect(requests.map(({ id }) => id)).toEqual(requests.map((_, index) => index + 1));
        expect(notifications.length).toBeGreaterThan(0);
        expect(notifications.filter((message) => 'id' in message)).toEqual([]);
        const answers = sent.filter((message) => !named.includes(message));
        expect(answers.map(({ id }) => id)).toEqual(era === 'legacy' ? [hostile, hostile, hostile] : []);
        for (const message of answers) expect('result' in message).toBe(!('error' in message));
        await client.close();
      }
    },
  );

  verifies('C-20', 'is all that a process reads from its stdin, to the end', async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'stdin-'));
    context.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const server = `
      const { appendFileSync } = require('node:fs');
      let text = '';
      process.stdin.on('data', (bytes) => {
        appendFileSync('stdin', bytes);
        text += bytes;
        const lines = text.split('\\n');
        text = lines.pop();
        for (const line of lines) {
          const { id, method } = JSON.parse(line);
          const result = method === 'initialize' ? ${JSON.stringify(initialized)} : { content: [] };
          if (id !== undefined && method !== 'server/discover') console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
          else if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, error: { code: 1, message: '' } }));
        }
      });`;
    const options = { executable: process.execPath, args: ['-e', server], cwd: folder, allowUnlistedTools: true };
    const client = await McpClient.open({ ...options, clientInfo });
    context.onTestFinished(() => void client.close());
    await client.callTool('a', { hostile });
    await client.callTool('b', { long: 'ü\n'.repeat(100_000) });
    expect(await errorOf(client.callTool('c', {}, { signal: AbortSignal.abort() }))).toMatchObject({
      code: 'MCP_ABORTED',
    });
    await client.close();
    const lines = readFileSync(join(folder, 'stdin'), 'utf8').split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => (JSON.parse(line) as { method: unknown }).method)).toEqual([
      'server/discover',
      'initialize',
      'notifications/initialized',
      'tools/call',
      'tools/call',
    ]);
  });
});

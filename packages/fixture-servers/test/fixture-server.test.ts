import { appendFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fixtureServer } from '../src/index.ts';
import { RawChild } from './support/raw-child.ts';

function prepared(options?: Parameters<typeof fixtureServer>[0]): ReturnType<typeof fixtureServer> {
  const server = fixtureServer(options);
  onTestFinished(() => server.dispose());
  return server;
}

describe('fixtureServer', () => {
  test('prepares a command line without starting anything', () => {
    const server = prepared({ mode: 'split', splitAt: 'utf8', selfKillMs: 5, shape: 'mcp', hold: false });
    expect(server.executable).toBe(process.execPath);
    expect(server.args.slice(1)).toEqual([
      '--mode=split',
      '--split-at=utf8',
      '--self-kill-ms=5',
      '--shape=mcp',
      '--hold=false',
      `--journal=${server.journalFile}`,
    ]);
    expect(server.journal()).toEqual([]);
    expect(server.received()).toEqual([]);
    expect(server.pids()).toEqual([]);
  });

  test('makes a folder of its own where it is told to, and removes it', () => {
    const parent = mkdtempSync(join(tmpdir(), 'journals-'));
    onTestFinished(() => rmSync(parent, { recursive: true }));
    const server = fixtureServer({ journalDirectory: parent });
    expect(dirname(dirname(server.journalFile))).toBe(parent);
    server.dispose();
    expect(existsSync(dirname(server.journalFile))).toBe(false);
    expect(existsSync(parent)).toBe(true);
    expect(server.journal()).toEqual([]);
    server.dispose();
  });

  test('waits for an entry, and names what it waited for when it does not come', async () => {
    const server = prepared();
    const waiting = server.waitFor((entry) => entry.event === 'stdin-end', { what: 'the end of stdin' });
    appendFileSync(server.journalFile, '{"event":"stdin-end","by":1,"atMs":1}\n');
    expect(await waiting).toEqual({ event: 'stdin-end', by: 1, atMs: 1 });
    await expect(
      server.waitFor((entry) => entry.event === 'exit', { what: 'its exit', deadlineMs: 20 }),
    ).rejects.toThrow('its exit: not seen within 20 ms; the journal ends with: stdin-end');
  });
});

describe('the journal', () => {
  test('tells who started, what came, what was sent and how it ended, in this order', async () => {
    const raw = await new RawChild().handshake();
    raw.child.stdin.write('not json\n[1]\n\n');
    raw.call(1, 'echo', { value: 'x' });
    await raw.answerTo(1);
    await raw.close();
    const journal = raw.server.journal();
    expect(journal.map((entry) => (entry.event === 'received' ? entry.message.method : entry.event))).toEqual([
      'start',
      'initialize',
      'sent',
      'notifications/initialized',
      'received-raw',
      'received-raw',
      'received-raw',
      'tools/call',
      'sent',
      'stdin-end',
      'exit',
    ]);
    expect(journal[0]).toEqual({
      event: 'start',
      pid: raw.child.pid,
      ppid: process.pid,
      argv: [process.execPath, ...raw.server.args],
      cwd: process.cwd(),
      env: expect.arrayContaining(['PATH']),
      by: raw.child.pid,
      atMs: expect.any(Number),
    });
    expect(journal[4]).toMatchObject({ event: 'received-raw', text: 'not json' });
    expect(raw.server.received('tools/call')).toEqual([
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'echo', arguments: { value: 'x' } } },
    ]);
    expect(raw.server.pids()).toEqual([raw.child.pid]);
  });

  test('keeps entries small: a big message is shortened to what identifies it', async () => {
    const raw = await new RawChild().handshake();
    raw.call(1, 'echo', { value: 'x'.repeat(100_000) });
    await raw.answerTo(1);
    const entry = await raw.server.waitFor(({ event, ...rest }) => event === 'received' && 'truncated' in rest);
    expect(entry).toMatchObject({
      message: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'echo' } },
      bytes: expect.any(Number),
    });
    expect(JSON.stringify(entry).length).toBeLessThan(300);
    await raw.close();
  });

  test('can be read while it is written: a line without its end waits, a torn one is passed over', () => {
    const server = prepared();
    const append = (text: string) => appendFileSync(server.journalFile, text);
    append('{"event":"stdin-end","by":1,"atMs":1}\n{"event":"spawn');
    expect(server.journal()).toHaveLength(1);
    append('ed","pid":42,"by":1,"atMs":2}\n{"event":"sent","id":"中');
    expect(server.pids()).toEqual([42]);
    append('{"event":"exit","by":2,"atMs":3}\n{"event":"exit","code":0,"by":3,"atMs":4}\n');
    expect(server.journal().map(({ event }) => event)).toEqual(['stdin-end', 'spawned', 'exit']);
  });
});

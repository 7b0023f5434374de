import { settlesWithin } from '@coding-agent/fixture-servers/testing';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createApprovals, openApprovalFile } from '../../src/manager/approval-stores.ts';
import type { Approval, ApprovalStore } from '../../src/manager/approvals.ts';
import {
  createQuarantine,
  openQuarantineFile,
  type Quarantine,
  type QuarantineStore,
} from '../../src/manager/quarantine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const since = '2026-11-30T00:00:00.000Z';

function entry(hash: string, serverName: string = 'example'): Quarantine {
  return { identityHash: hash.padStart(64, '0'), serverName, cause: 'it exited with code 3', failures: 5, since };
}

function approval(serverName: string, tools: Approval['tools'] = {}): Approval {
  const parts = [{ name: 'configuration', what: 'args', digest: 'a'.repeat(64), text: '[]' } as const];
  return { serverName, identity: { hash: 'b'.repeat(64), parts, executable: '/bin/sh' }, tools, approvedAt: since };
}

function newFile(): string {
  return join(temporaryFolder(), 'deep/er/store.json');
}

/** Another process at the same file. Ends with the test. */
function other(path: string, ...args: string[]): ChildProcess & { readonly exited: Promise<number | null> } {
  const program = fileURLToPath(new URL('support/store-process.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', program, path, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  return Object.assign(child, { exited });
}

async function firstLine({ stdout }: ChildProcess): Promise<void> {
  const line = new Promise<void>((resolve) => stdout?.once('data', () => resolve()));
  expect(await settlesWithin(line, 15_000, 'the other process')).toMatchObject({ status: 'fulfilled' });
}

describe.each<[string, () => QuarantineStore]>([
  ['in memory', createQuarantine],
  ['in a file', () => openQuarantineFile(newFile())],
])('a quarantine %s', (_, open) => {
  it('finds, replaces, lists and removes by the identity', async () => {
    const store = open();
    expect([await store.find('1'.padStart(64, '0')), await store.list()]).toEqual([undefined, []]);
    await store.add(entry('1'));
    await store.add(entry('2', 'other'));
    await store.add({ ...entry('1'), failures: 6 });
    expect(await store.find(entry('1').identityHash)).toEqual({ ...entry('1'), failures: 6 });
    expect((await store.list()).map(({ serverName }) => serverName).toSorted()).toEqual(['example', 'other']);
    expect(await store.remove(entry('1').identityHash)).toBe(true);
    expect(await store.remove(entry('1').identityHash)).toBe(false);
    expect(await store.list()).toEqual([entry('2', 'other')]);
  });
});

describe.each<[string, () => ApprovalStore]>([
  ['in memory', createApprovals],
  ['in a file', () => openApprovalFile(newFile())],
])('approvals %s', (_, open) => {
  it('are found, replaced, listed and removed by name, and the key stays', async () => {
    const store = open();
    const key = await store.key();
    expect(key).toHaveLength(32);
    await store.save(approval('a'));
    await store.save(approval('b'));
    await store.save(approval('a', { constructor: 'hash' }));
    expect(await store.find('a')).toEqual(approval('a', { constructor: 'hash' }));
    expect(await store.find('c')).toBeUndefined();
    expect(await store.list()).toHaveLength(2);
    expect([await store.remove('a'), await store.remove('a')]).toEqual([true, false]);
    expect(await store.key()).toEqual(key);
  });
});

describe('a file of the manager', () => {
  it('is the same for whoever opens it next', async () => {
    const path = newFile();
    const [first, second] = [openApprovalFile(path), openApprovalFile(path)];
    const key = await first.key();
    await first.save(approval('a'));
    expect(await second.find('a')).toEqual(approval('a'));
    expect(await second.key()).toEqual(key);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ version: 1, approvals: [{ serverName: 'a' }] });
  });

  it.skipIf(process.platform === 'win32')('is for its owner alone, and so is its folder', async () => {
    const path = newFile();
    const before = process.umask(0);
    try {
      await openApprovalFile(path).save(approval('a'));
      await openApprovalFile(path).save(approval('b'));
    } finally {
      process.umask(before);
    }
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
    expect(statSync(join(path, '../..')).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(path, '..'))).toEqual(['store.json']);
  });

  it.each<[string, string, RegExp]>([
    ['is no JSON', '{"version": 1, "approv', /damaged: it is no JSON/],
    ['is empty', '', /damaged: it is no JSON/],
    ['is a list', '[]', /damaged: it does not say which version/],
    ['has no version', '{"approvals": []}', /damaged: it does not say which version/],
    ['is newer', '{"version": 2, "approvals": {}}', /version 2, and this program knows 1.*not touched.*newer program/],
    ['lacks its key', '{"version": 1, "approvals": []}', /damaged at key/],
    [
      'has an entry of another shape',
      `{"version": 1, "key": "${'0'.repeat(64)}", "approvals": [{"serverName": 1}]}`,
      /damaged at approvals\.0\./,
    ],
  ])('that %s is refused, by name, and never written over', async (_, text, message) => {
    const path = join(temporaryFolder(), 'store.json');
    writeFileSync(path, text, { mode: 0o600 });
    const store = openApprovalFile(path);
    const uses = [
      () => store.find('a'),
      () => store.list(),
      () => store.save(approval('a')),
      () => store.remove('a'),
      () => store.key(),
    ];
    for (const use of uses) {
      const error: unknown = await use().catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: 'MCP_INVALID_CONFIG', message: expect.stringMatching(message) });
      expect(String(error)).toContain(path);
    }
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it.skipIf(process.platform === 'win32')(
    'that is a link, a FIFO, a folder, or open to others is refused',
    async () => {
      const folder = temporaryFolder();
      const good = join(folder, 'good.json');
      await openApprovalFile(good).save(approval('a'));
      const paths = Object.fromEntries(['link', 'fifo', 'folder', 'open'].map((name) => [name, join(folder, name)]));
      const { link = '', fifo = '', folder: directory = '', open = '' } = paths;
      symlinkSync(good, link);
      execFileSync('mkfifo', ['-m', '600', fifo]);
      mkdirSync(directory, { mode: 0o700 });
      writeFileSync(open, readFileSync(good), { mode: 0o600 });
      chmodSync(open, 0o640);
      for (const [path, message] of [
        [link, /is a symbolic link/],
        [fifo, /is no regular file/],
        [directory, /is a (?:directory|regular file)/],
        [open, /mode 640.*chmod 600/],
      ] as const) {
        const refused = { code: 'MCP_INVALID_CONFIG', message: expect.stringMatching(message) };
        await expect(openApprovalFile(path).list()).rejects.toMatchObject(refused);
        await expect(openApprovalFile(path).save(approval('b'))).rejects.toMatchObject(refused);
      }
      expect((await openApprovalFile(good).list()).map(({ serverName }) => serverName)).toEqual(['a']);
    },
  );

  it.skipIf(process.platform === 'win32')(
    'is refused in a folder where anybody can replace it, and where nobody can write',
    async () => {
      const folder = temporaryFolder();
      chmodSync(folder, 0o777);
      const path = join(folder, 'store.json');
      await expect(openApprovalFile(path).save(approval('a'))).rejects.toThrow(/anybody can replace it: say chmod o-w/);
      chmodSync(folder, 0o1777);
      await openApprovalFile(path).save(approval('a'));
      writeFileSync(join(folder, 'file'), '');
      const error: unknown = await openApprovalFile(join(folder, 'file/store.json'))
        .list()
        .catch((reason: unknown) => reason);
      expect(error).toMatchObject({
        code: 'MCP_INVALID_CONFIG',
        message: expect.stringMatching(/cannot be read \(ENOTDIR\)/),
      });
    },
  );
});

describe('several at once', { timeout: 120_000 }, () => {
  it('lose nothing: processes that write beside each other', async () => {
    const path = newFile();
    const count = 20;
    const processes = ['a', 'b', 'c', 'd'].map((name) => other(path, 'add', name, String(count)));
    for (const { exited } of processes) expect(await exited).toBe(0);
    expect(await openQuarantineFile(path).list()).toHaveLength(processes.length * count);
    expect(readdirSync(join(path, '..'))).toEqual(['store.json']);
  });

  it('lose nothing: stores of one process, and many calls of one store', async () => {
    const path = newFile();
    const [first, second] = [openQuarantineFile(path), openQuarantineFile(path)];
    await Promise.all(Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? first : second).add(entry(String(at)))));
    expect(await openQuarantineFile(path).list()).toHaveLength(40);
  });

  it('go on when the one that held the lock was killed, and all that come then find one owner', async () => {
    const path = newFile();
    await openQuarantineFile(path).add(entry('1'));
    const holder = other(path, 'hold');
    await firstLine(holder);
    const waiting = openQuarantineFile(path).add(entry('2'));
    expect(await Promise.race([waiting.then(() => 'done'), Promise.resolve('waits')])).toBe('waits');
    const writers = ['a', 'b', 'c'].map((name) => other(path, 'add', name, '5'));
    holder.kill('SIGKILL');
    await waiting;
    for (const { exited } of writers) expect(await exited).toBe(0);
    expect(await openQuarantineFile(path).list()).toHaveLength(17);
    expect(readdirSync(join(path, '..'))).toEqual(['store.json']);
  });

  it('find the document as it was when one was killed in the middle of writing, and clean up after it', async () => {
    const path = newFile();
    await openQuarantineFile(path).add(entry('1'));
    const writer = other(path, 'write');
    await firstLine(writer);
    expect(readdirSync(join(path, '..')).some((name) => name.endsWith('.tmp'))).toBe(true);
    expect(await openQuarantineFile(path).list()).toHaveLength(1);
    writer.kill('SIGKILL');
    await writer.exited;
    await openQuarantineFile(path).add(entry('2'));
    expect(await openQuarantineFile(path).list()).toHaveLength(2);
    expect(readdirSync(join(path, '..'))).toEqual(['store.json']);
  });
});

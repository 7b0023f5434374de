import { createHash } from 'node:crypto';
import { chmodSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { createApprovals, openApprovalFile } from '../../src/manager/approval-stores.ts';
import { checkApproval, definitionHash, findApproval, type Approval } from '../../src/manager/approvals.ts';
import { FileDigests } from '../../src/manager/file-digests.ts';
import { identify, type ServerIdentity } from '../../src/manager/identity.ts';
import { createQuarantine, openQuarantineFile } from '../../src/manager/quarantine.ts';
import type { ServerConfig } from '../../src/manager/server-config.ts';
import { StartGate } from '../../src/manager/start-gate.ts';
import { readTool } from '../../src/protocol/tool.ts';
import { stdioConfig } from '../manager/support/server-configs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { errorOf } from '../support/peer.ts';
import { verifies } from './verifies.ts';

const key = Buffer.alloc(32, 1);
const approvedAt = '2026-11-30T00:00:00Z';

function program(bytes: string): string {
  const file = join(temporaryFolder(), 'server');
  writeFileSync(file, bytes);
  chmodSync(file, 0o755);
  return file;
}

/** What is said of a server that was approved as it was, with its tools, and is another now. */
async function changed(
  before: readonly [ServerConfig, Approval['tools']?],
  after: readonly [ServerConfig, Approval['tools']?],
  between: () => void = () => {},
): Promise<readonly string[]> {
  const [identity, tools = {}] = [await identify(before[0], { key }), before[1]];
  const approval: Approval = { serverName: 'example', identity, tools, approvedAt };
  between();
  const check = checkApproval(approval, { identity: await identify(after[0], { key }), tools: after[1] ?? {} });
  return check.status === 'approved' ? [] : check.changes.map(({ words }) => words);
}

function tool(members: object): { delete_file: string } {
  const read = readTool({
    name: 'delete_file',
    description: 'Deletes a file',
    inputSchema: { type: 'object' },
    ...members,
  });
  return { delete_file: 'problem' in read ? read.problem : definitionHash(read.value) };
}

describe('a server is its configuration and its bytes', () => {
  verifies('M-03', 'other bytes under the same path are another server, and a rename is the same one', async () => {
    const file = program('#!/bin/sh\ntrue\n');
    const digests = new FileDigests({ now: () => Date.now() + 60_000 });
    const look = (config: ServerConfig): Promise<ServerIdentity> => identify(config, { key, digests });
    const first = await look(stdioConfig({ executable: file }));
    expect((await look(stdioConfig({ executable: file }, { name: 'renamed' }))).hash).toBe(first.hash);
    expect((await look(stdioConfig({ executable: file, args: ['x'] }))).hash).not.toBe(first.hash);
    writeFileSync(file, '#!/bin/sh\nevil\n');
    expect((await look(stdioConfig({ executable: file }))).hash).not.toBe(first.hash);
  });

  verifies('M-03', 'an executable that is not the pinned one is refused, and both digests are named', async () => {
    const file = program('#!/bin/sh\n');
    const digest = createHash('sha256').update(readFileSync(file)).digest('hex');
    expect(await identify(stdioConfig({ executable: file }, { digest }), {})).toHaveProperty('hash');
    writeFileSync(file, '#!/bin/sh\nevil\n');
    const error = await errorOf(identify(stdioConfig({ executable: file }, { digest }), {}));
    expect(error).toMatchObject({ code: 'MCP_INVALID_CONFIG', serverName: 'example' });
    expect(error.message).toContain(digest);
    expect(error.message).toContain(createHash('sha256').update(readFileSync(file)).digest('hex'));
  });

  verifies(
    'M-03',
    'a quarantine is of the identity: a server that was changed is out of it, a renamed one is not',
    async () => {
      const file = program('#!/bin/sh\nexit 3\n');
      const path = join(temporaryFolder(), 'quarantine.json');
      for (const store of [createQuarantine(), openQuarantineFile(path)]) {
        const { hash } = await identify(stdioConfig({ executable: file }), { key });
        await store.add({ identityHash: hash, serverName: 'example', cause: 'exit 3', failures: 5, since: approvedAt });
        const renamed = await identify(stdioConfig({ executable: file }, { name: 'other' }), { key });
        expect(await store.find(renamed.hash)).toMatchObject({ failures: 5 });
        const mended = await identify(stdioConfig({ executable: file, args: ['--fixed'] }), { key });
        expect(await store.find(mended.hash)).toBeUndefined();
      }
      expect(await openQuarantineFile(path).list()).toHaveLength(1);
    },
  );
});

describe('an approval is of what was approved (gridctl/gridctl#287, CVE-2025-54136)', () => {
  verifies('M-07', 'other arguments ask again, and the difference is told', async () => {
    const [before, after] = [stdioConfig({ args: ['-e', '1', '--read-only'] }), stdioConfig({ args: ['-e', '1'] })];
    expect(await changed([before], [after])).toEqual(['args: "--read-only" was removed']);
  });

  verifies('M-07', 'other bytes under the same path ask again, also behind a link that stays', async () => {
    const file = program('#!/bin/sh\n');
    symlinkSync(file, `${file}.link`);
    const config = stdioConfig({ executable: `${file}.link` });
    const words = await changed([config], [config], () => writeFileSync(file, '#!/bin/sh\nevil\n'));
    expect(words).toEqual([expect.stringMatching(/^executable .*: bytes changed under the same path$/)]);
  });

  verifies(
    'M-07',
    'another description of a tool asks again, and so does another hint, in either direction',
    async () => {
      const config = stdioConfig();
      const ask = (before: object, after: object): Promise<readonly string[]> =>
        changed([config, tool(before)], [config, tool(after)]);
      expect(await ask({}, { description: 'Deletes a file and mails it' })).toEqual([
        'tool delete_file: description changed',
      ]);
      const [safe, unsafe] = [{ annotations: { readOnlyHint: true } }, { annotations: { readOnlyHint: false } }];
      expect(await ask(safe, unsafe)).toEqual(['tool delete_file: readOnlyHint: true → false']);
      expect(await ask(unsafe, safe)).toEqual(['tool delete_file: readOnlyHint: false → true']);
    },
  );

  verifies('M-07', 'another order of keys asks nothing', async () => {
    const before = stdioConfig({ env: { A: '1', B: '2' } }, { toolPermissions: { a: 'read', b: 'write' } });
    const after = stdioConfig({ env: { B: '2', A: '1' } }, { toolPermissions: { b: 'write', a: 'read' } });
    const first = tool({ inputSchema: { type: 'object', required: ['a'] } });
    const second = tool({ inputSchema: { required: ['a'], type: 'object' } });
    expect(await changed([before, first], [after, second])).toEqual([]);
  });

  verifies('M-07', 'a new tool asks for itself alone', async () => {
    const identity = await identify(stdioConfig(), { key });
    const approval: Approval = { serverName: 'example', identity, tools: { a: 'x' }, approvedAt };
    expect(checkApproval(approval, { identity, tools: { a: 'x', b: 'y' } })).toMatchObject({
      status: 'needed',
      changes: [{ words: 'tool b: is new' }],
      tools: ['b'],
      identityIsApproved: true,
    });
    expect(checkApproval(approval, { identity })).toEqual({ status: 'approved' });
  });

  verifies('M-07', 'a rename is told as a rename', async () => {
    const store = createApprovals();
    const identity = await identify(stdioConfig(), { key });
    await store.save({ serverName: 'example', identity, tools: {}, approvedAt });
    const check = checkApproval(await findApproval(store, 'other', identity), { serverName: 'other', identity });
    expect(check).toMatchObject({
      status: 'needed',
      changes: [{ words: expect.stringMatching(/approved as example/) }],
    });
  });

  verifies('M-07', 'a server that was approved by another name is not started by this one', async () => {
    const approvals = createApprovals();
    const identity = await identify(stdioConfig(), { key });
    await approvals.save({ serverName: 'example', identity, tools: { a: 'x' }, approvedAt });
    const gate = (serverName: string): StartGate =>
      new StartGate({ serverName, approvals, quarantine: createQuarantine(), wallTime: () => new Date(0) });
    expect(await gate('example').admit(identity)).toBeUndefined();
    const renamed = gate('other');
    for (const ask of [() => renamed.admit(identity), async () => renamed.admitTool(identity, 'a', 'x')]) {
      const error = await errorOf(ask());
      expect(error).toMatchObject({ code: 'MCP_APPROVAL_REQUIRED' });
      expect(error.message).toMatch(/it is called other now, and was approved as example/);
    }
    await renamed.approve(identity, { a: 'x' });
    expect(await renamed.admit(identity)).toBeUndefined();
  });

  verifies('M-07', 'a secret is nowhere in it, nor a digest that could be guessed', async () => {
    const path = join(temporaryFolder(), 'approvals.json');
    const store = openApprovalFile(path);
    const config = stdioConfig({ env: { TOKEN: 'hunter2' }, args: ['--password', 'opensesame'] });
    const identity = await identify(config, { key: await store.key(), secrets: { LENT: 'swordfish' } });
    await store.save({ serverName: 'example', identity, tools: {}, approvedAt });
    const text = readFileSync(path, 'utf8');
    for (const secret of ['hunter2', 'opensesame', 'swordfish']) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(createHash('sha256').update(secret).digest('hex').slice(0, 16));
    }
  });

  verifies('M-07', 'a damaged or newer file is an error, and never written over', async () => {
    const path = join(temporaryFolder(), 'approvals.json');
    const identity = await identify(stdioConfig(), { key });
    for (const text of ['{"version": 1, "approv', '{"version": 2}']) {
      writeFileSync(path, text, { mode: 0o600 });
      const saved = openApprovalFile(path).save({ serverName: 'a', identity, tools: {}, approvedAt });
      expect(await errorOf(saved)).toMatchObject({ code: 'MCP_INVALID_CONFIG' });
      expect(readFileSync(path, 'utf8')).toBe(text);
    }
  });
});

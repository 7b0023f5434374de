import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkApproval,
  definitionHash,
  findApproval,
  type Approval,
  type ApprovalCheck,
} from '../../src/manager/approvals.ts';
import { createApprovals } from '../../src/manager/approval-stores.ts';
import { canonicalJson } from '../../src/wire/canonical-json.ts';
import { programChanges } from '../../src/manager/identity-changes.ts';
import { identify, type IdentityPart, type ServerIdentity } from '../../src/manager/identity.ts';
import type { ServerConfig, StdioServer } from '../../src/manager/server-config.ts';
import { readTool, type Tool } from '../../src/protocol/tool.ts';
import { stdioConfig } from './support/server-configs.ts';

const key = Buffer.alloc(32, 1);

function identityOf(
  server: Partial<StdioServer>,
  rest: Partial<ServerConfig> = {},
  secrets = {},
): Promise<ServerIdentity> {
  return identify(stdioConfig(server, rest), { key, secrets });
}

function approvalOf(identity: ServerIdentity, tools: Approval['tools'] = {}): Approval {
  return { serverName: 'example', identity, tools, approvedAt: '2026-11-30T00:00:00Z' };
}

function wordsOf(check: ApprovalCheck): string[] {
  return check.status === 'approved' ? [] : check.changes.map(({ words }) => words);
}

function tool(members: object = {}): Tool {
  const read = readTool({ name: 'delete_file', description: 'Deletes', inputSchema: { type: 'object' }, ...members });
  if ('problem' in read) throw new Error(read.problem);
  return read.value;
}

describe('a change of the configuration in words', () => {
  it.each<[string, Partial<StdioServer>, Partial<StdioServer>, ...string[]]>([
    [
      'an argument that is gone',
      { args: ['-e', '1', '--read-only'] },
      { args: ['-e', '1'] },
      'args: "--read-only" was removed',
    ],
    ['one that is new', { args: ['-e'] }, { args: ['-e', '--all'] }, 'args: "--all" was added'],
    ['one for another', { args: ['a'] }, { args: ['b'] }, 'args: "a" was removed', 'args: "b" was added'],
    ['one more of the same', { args: ['-v'] }, { args: ['-v', '-v'] }, 'args: "-v" was added'],
    ['their order', { args: ['-e', 'b'] }, { args: ['b', '-e'] }, 'args: the order changed: ["-e", "b"] → ["b", "-e"]'],
    ['a variable', {}, { env: { LD_PRELOAD: 'x.so' } }, 'env.LD_PRELOAD: was added'],
    ['its value, which is not shown', { env: { A: 'x1' } }, { env: { A: 'y2' } }, 'env.A: has another value'],
    ['a reference, which is', { env: { A: '${A}' } }, { env: { A: '${B}' } }, 'env.A: "${A}" → "${B}"'],
    ['one that is taken away', { env: { A: '1' } }, {}, 'env.A: was removed'],
    ['a name that goes through', {}, { inheritEnv: ['HOME'] }, 'inheritEnv: "HOME" was added'],
    ['the folder', { cwd: '/' }, { cwd: '/tmp' }, 'cwd: "/" → "/tmp"'],
    ['a control character', { args: ['a'] }, { args: ['a', '\u001b[2J'] }, 'args: "\\u001b[2J" was added'],
  ])('%s', async (_, before, after, ...words) => {
    const check = checkApproval(approvalOf(await identityOf(before)), { identity: await identityOf(after) });
    expect(wordsOf(check)).toEqual(words);
    expect(check).toMatchObject({ status: 'needed', identityIsApproved: false });
  });

  it('names a permission, a sandbox and a secret that changed', async () => {
    const before = await identityOf(
      {},
      { permission: 'read', sandbox: { kind: 'plain', limits: { maxOpenFiles: 10 } } },
      { T: 'a' },
    );
    const after = await identityOf({}, { permission: 'execute' }, { T: 'b', U: 'c' });
    expect(wordsOf(checkApproval(approvalOf(before), { identity: after }))).toEqual([
      'permission: "read" → "execute"',
      'sandbox: {"kind":"plain","limits":{"maxOpenFiles":10}} was removed',
      'secret T: has another value',
      'secret U: is new',
    ]);
  });

  it('is told as a rename when only the name is another, and the approval is found by the identity', async () => {
    const store = createApprovals();
    const identity = await identityOf({});
    await store.save(approvalOf(identity));
    const found = await findApproval(store, 'renamed', identity);
    expect(wordsOf(checkApproval(found, { serverName: 'renamed', identity }))).toEqual([
      'name: it is called renamed now, and was approved as example',
    ]);
    expect(await findApproval(store, 'renamed', await identityOf({ args: ['x'] }))).toBeUndefined();
    expect(checkApproval(found, { serverName: 'example', identity })).toEqual({ status: 'approved' });
  });

  it('is never silent: a hash that differs asks, whatever the parts say', async () => {
    const identity = await identityOf({});
    const check = checkApproval(approvalOf({ ...identity, hash: '0'.repeat(64) }), { identity });
    expect(wordsOf(check)).toEqual(['identity: the hash changed']);
  });

  it('says of a server that nobody approved that it is new', async () => {
    const check = checkApproval(undefined, {
      serverName: 'new\u001b',
      identity: await identityOf({}),
      tools: { a: 'x' },
    });
    expect(wordsOf(check)).toEqual([expect.stringMatching(/^server new\\u001b: was never approved$/)]);
    expect(check).toMatchObject({ tools: ['a'], identityIsApproved: false });
  });
});

describe('no change of a configuration is silent', () => {
  const text = fc.constantFrom('', 'a', '--token', 'sk-aaaaaaaaaaaaaaaaaaaa', '${A}', 'x=y', '\u001b[1m');
  const word = fc.constantFrom('', 'a', 'b', '${A}', '\u001b[1m');
  const names = fc.dictionary(fc.constantFrom('A', 'B', '__proto__', 'constructor'), fc.option(text), { maxKeys: 3 });
  const server = fc.record({ args: fc.array(text, { maxLength: 4 }), env: names, inheritEnv: fc.uniqueArray(word) });
  const rest = fc.record({
    permission: fc.constantFrom('read', 'write', 'execute'),
    wishes: fc.array(word, { maxLength: 2 }),
    tools: fc.record({ exclude: fc.array(word, { maxLength: 2 }) }),
  });

  it('what asks again and what does not are told apart by what the configuration says, and nothing else', async () => {
    const both = fc.tuple(server, rest);
    await fc.assert(
      fc.asyncProperty(both, fc.oneof(both, fc.constant(undefined)), async (before, other) => {
        const after = other ?? before;
        const [was, is] = [await identityOf(...before), await identityOf(...after)];
        const check = checkApproval(approvalOf(was), { identity: is });
        const said = ([{ args, env, inheritEnv }, others]: typeof before): string =>
          canonicalJson([args, env, inheritEnv.toSorted(), others]);
        expect(check.status).toBe(said(before) === said(after) ? 'approved' : 'needed');
        for (const words of wordsOf(check)) {
          expect(words).not.toMatch(/sk-a|^\s*$/);
          expect(words).not.toContain('\u001b');
        }
      }),
    );
  });
});

describe('a change of the programs alone', () => {
  const part = (name: IdentityPart['name'], what: string, digest: string): IdentityPart => ({ name, what, digest });
  const before = [
    part('configuration', 'args', 'a'),
    part('executable', '/bin/a', '1'),
    part('package-manifest', 'tool', 'unknown'),
    part('script', '/srv/a.js', '2'),
    part('secrets', 'TOKEN', '3'),
  ];

  it.each<[string, IdentityPart[], ...string[]]>([
    ['nothing', before],
    ['what is configured', [part('configuration', 'args', 'b'), part('secrets', 'TOKEN', '4'), ...before.slice(1, 4)]],
    [
      'what had to be fetched first',
      [...before.slice(0, 2), part('package-manifest', '/c/tool', '5'), part('package-entry', '/c/x', '6')],
    ],
    [
      'the bytes of a script',
      [before[1] ?? part('executable', '', ''), part('script', '/srv/a.js', '7')],
      'script /srv/a.js: bytes changed under the same path',
    ],
    ['another program', [part('executable', '/bin/b', '8')], 'executable: another file: /bin/a → /bin/b'],
  ])('%s', (_, after, ...words) => {
    expect(programChanges(before, after).map((change) => change.words)).toEqual(words);
  });
});

describe('a change of a tool in words', () => {
  it.each<[string, object, object, ...string[]]>([
    ['its description', {}, { description: 'Deletes, and sends' }, 'tool delete_file: description changed'],
    ['its title', {}, { title: 'Harmless' }, 'tool delete_file: title was added'],
    [
      'what it takes',
      {},
      { inputSchema: { type: 'object', required: ['a'] } },
      'tool delete_file: inputSchema changed',
    ],
    ['what it gives', { outputSchema: {} }, {}, 'tool delete_file: outputSchema was removed'],
    [
      'a hint',
      { annotations: { readOnlyHint: true } },
      { annotations: { readOnlyHint: false } },
      'tool delete_file: readOnlyHint: true → false',
    ],
    [
      'a hint that is new',
      {},
      { annotations: { readOnlyHint: true } },
      'tool delete_file: readOnlyHint: not said → true',
    ],
    ['another annotation', {}, { annotations: { x: 1 } }, 'tool delete_file: annotations changed'],
    [
      'two things',
      { annotations: { readOnlyHint: true } },
      { description: 'x', annotations: { destructiveHint: true } },
      'tool delete_file: description changed',
      'tool delete_file: readOnlyHint: true → not said',
      'tool delete_file: destructiveHint: not said → true',
    ],
  ])('%s', async (_, before, after, ...words) => {
    const identity = await identityOf({});
    const approval = approvalOf(identity, { delete_file: definitionHash(tool(before)) });
    const check = checkApproval(approval, { identity, tools: { delete_file: definitionHash(tool(after)) } });
    expect(wordsOf(check)).toEqual(words);
    expect(check).toMatchObject({ tools: ['delete_file'], identityIsApproved: true });
  });

  it.each<[string, object, object]>([
    ['the order of keys', { inputSchema: { a: 1, b: { c: 1, d: 2 } } }, { inputSchema: { b: { d: 2, c: 1 }, a: 1 } }],
    ['what is of no effect', { _meta: { at: 1 } }, { _meta: { at: 2 } }],
    ['annotations that say nothing', {}, { annotations: {} }],
  ])('is none: %s', (_, before, after) => {
    expect(definitionHash(tool(before))).toBe(definitionHash(tool(after)));
  });

  it('is one for a description that only looks the same', () => {
    expect(definitionHash(tool({ description: 'Deletes\u200b' }))).not.toBe(definitionHash(tool()));
    expect(definitionHash(tool({ inputSchema: { required: ['a', 'b'] } }))).not.toBe(
      definitionHash(tool({ inputSchema: { required: ['b', 'a'] } })),
    );
  });

  it('does not meet the prototype: a tool may be called as a member of every object is', async () => {
    const identity = await identityOf({});
    const tools = JSON.parse('{"constructor": "x", "__proto__": "y", "toString": "z"}') as Record<string, string>;
    const check = checkApproval(approvalOf(identity), { identity, tools });
    expect(check).toMatchObject({ status: 'needed', tools: ['constructor', '__proto__', 'toString'] });
  });
});

it('an approval that was written by hand, with what is no JSON in it, is told as a change', async () => {
  const identity = await identityOf({ args: ['a'] });
  const parts = identity.parts.map((part) => (part.what === 'args' ? { ...part, digest: 'x', text: 'a b' } : part));
  const check = checkApproval(approvalOf({ ...identity, hash: 'other', parts }), { identity });
  expect(wordsOf(check)).toEqual(['args: a b → ["a"]']);
});

import { expect, test } from 'vitest';
import type { PolicyCall } from '../../src/adapter/call-policy.ts';
import { rememberApprovals } from '../../src/adapter/remembered-approvals.ts';

const base: PolicyCall = {
  serverName: 'files',
  toolName: 'write',
  name: 'files__write',
  identity: 'i1',
  permission: 'write',
  isStated: true,
  annotations: {},
  args: {},
  argumentsHash: 'h1',
};

/** An approver that remembers, and which calls it really asked about. */
function remembering(says: (call: PolicyCall) => unknown = () => true, maxEntries?: number) {
  const asked: string[] = [];
  const approver = rememberApprovals(
    (call) => {
      asked.push(call.argumentsHash);
      return says(call) as boolean;
    },
    maxEntries === undefined ? {} : { maxEntries },
  );
  return { asked, ask: async (some: Partial<PolicyCall> = {}) => approver({ ...base, ...some }, 'why') };
}

test('a yes counts again for the same identity, server, tool and arguments, and for no other', async () => {
  const { asked, ask } = remembering();
  expect([await ask(), await ask(), asked.length]).toEqual([true, true, 1]);
  const others: readonly Partial<PolicyCall>[] = [
    { identity: 'i2' },
    { serverName: 'x' },
    { toolName: 'x' },
    { argumentsHash: 'h2' },
    // What somebody agreed to was harmless.
    { annotations: { destructiveHint: true } },
    { permission: 'execute' },
  ];
  for (const other of others) {
    const before = asked.length;
    await ask(other);
    await ask(other);
    expect(asked.length, JSON.stringify(other)).toBe(before + 1);
  }
});

test('a no is asked again, and what is no answer is no yes', async () => {
  for (const answer of [false, undefined, 'yes', 1]) {
    const { asked, ask } = remembering(() => answer);
    expect([await ask(), await ask(), asked.length]).toEqual([false, false, 2]);
  }
});

test('nothing is remembered of a server that nobody knows, nor where nothing is stated', async () => {
  const { identity: _unknown, ...nameless } = base;
  const { asked, ask } = remembering();
  await ask({ isStated: false });
  await ask({ isStated: false });
  expect(asked).toHaveLength(2);
  const approver = rememberApprovals(() => asked.push('nameless') > 0);
  await approver(nameless, 'why');
  await approver(nameless, 'why');
  expect(asked).toHaveLength(4);
});

test('so many are kept, and the one that was not used for longest goes', async () => {
  const { asked, ask } = remembering(undefined, 2);
  for (const argumentsHash of ['a', 'b', 'a', 'c', 'a', 'b']) await ask({ argumentsHash });
  expect(asked).toEqual(['a', 'b', 'c', 'b']);
});

import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import type { PolicyCall, PolicyDecision } from '../../src/adapter/call-policy.ts';
import { hashJson } from '../../src/adapter/hash-json.ts';
import { errorOf } from '../support/peer.ts';
import { adapterBench, listOf, tool, type AdapterBench } from '../support/tools.ts';

// What need not be waited for is not waited for; everything else is as if it were.

const text = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
const allow: PolicyDecision = { decision: 'allow' };
const deny: PolicyDecision = { decision: 'deny', reason: 'never' };

type Answer = () => PolicyDecision | Promise<PolicyDecision>;

function benchOf(policy: (call: PolicyCall) => PolicyDecision | Promise<PolicyDecision>): AdapterBench {
  return adapterBench([tool('say', { inputSchema: text })], undefined, { policy });
}

async function run(bench: AdapterBench, args: object, signal?: AbortSignal): Promise<unknown> {
  return bench.adapter.tools[0]?.execute({ ...args }, { signal });
}

const ways: readonly (readonly [string, (answer: Answer) => Answer])[] = [
  ['at once', (answer) => answer],
  ['by a promise', (answer) => async () => answer()],
  ['by something with a then', (answer) => () => thenable(answer)],
];

/** No promise, and waited for all the same. */
function thenable(answer: Answer): Promise<PolicyDecision> {
  const later = Promise.resolve().then(answer);
  // oxlint-disable-next-line unicorn/no-thenable -- that is what is tested
  return { then: (...both: Parameters<typeof later.then>) => later.then(...both) } as Promise<PolicyDecision>;
}

describe.each(ways)('a policy that answers %s', (way, later) => {
  test('lets a call through; only one that answers at once has it sent at once', async () => {
    const bench = benchOf(later(() => allow));
    const calling = run(bench, { text: 'a' });
    expect(bench.calls).toHaveLength(way === 'at once' ? 1 : 0);
    expect(await calling).toMatchObject({ text: 'done' });
    expect(bench.calls).toHaveLength(1);
  });

  test('denies, or fails, which denies', async () => {
    for (const answer of [
      () => deny,
      (): never => {
        throw new Error('broken');
      },
      () => ({}) as PolicyDecision,
    ]) {
      const bench = benchOf(later(answer));
      // Never thrown: it comes by the promise.
      const calling = run(bench, { text: 'a' });
      expect(await errorOf(calling)).toMatchObject({ code: 'MCP_DENIED', outcome: 'not-sent', serverName: 'files' });
      expect(bench.calls).toEqual([]);
    }
  });

  // aborted? known? do the arguments fit? is it allowed? sent.
  test('the first thing that is wrong is the one that is told, and nothing is sent', async () => {
    for (let wrong = 1; wrong < 16; wrong += 1) {
      const [isAborted, isGone, isMisfit, isDenied] = [wrong & 8, wrong & 4, wrong & 2, wrong & 1];
      const bench = benchOf(later(() => (isDenied ? deny : allow)));
      const [definition] = bench.adapter.tools;
      if (isGone) bench.adapter.refresh(listOf());
      const signal = isAborted ? AbortSignal.abort('enough') : new AbortController().signal;
      const calling = definition?.execute(isMisfit ? { text: 1 } : { text: 'a' }, { signal });
      const expected = isAborted
        ? 'MCP_ABORTED'
        : isGone
          ? 'MCP_UNKNOWN_TOOL'
          : isMisfit
            ? 'MCP_INVALID_PARAMS'
            : 'MCP_DENIED';
      expect(await errorOf(calling ?? Promise.resolve())).toMatchObject({ code: expected, outcome: 'not-sent' });
      expect(bench.calls).toEqual([]);
      expect(getEventListeners(signal, 'abort')).toEqual([]);
    }
  });

  test('whatever it does to the call is done: aborts it, takes the tool away, changes it', async () => {
    const controller = new AbortController();
    const aborting = benchOf(
      later(() => {
        controller.abort('enough');
        return allow;
      }),
    );
    const changing = benchOf(
      later(() => {
        changing.adapter.refresh(listOf(tool('say', { inputSchema: text, description: 'Something else.' })));
        return allow;
      }),
    );
    const removing = benchOf(
      later(() => {
        removing.adapter.refresh(listOf());
        return allow;
      }),
    );
    const cases = [
      [aborting, controller.signal, { code: 'MCP_ABORTED', abortedBy: 'caller', abortReason: 'enough' }],
      [changing, undefined, { code: 'MCP_APPROVAL_REQUIRED' }],
      [removing, undefined, { code: 'MCP_UNKNOWN_TOOL' }],
    ] as const;
    for (const [bench, signal, failure] of cases) {
      expect(await errorOf(run(bench, { text: 'a' }, signal))).toMatchObject({ ...failure, outcome: 'not-sent' });
      expect(bench.calls).toEqual([]);
    }
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });
});

test('a getter of the arguments that aborts the call has aborted it', async () => {
  const controller = new AbortController();
  const bench = benchOf(() => allow);
  const args = Object.defineProperty({}, 'text', {
    enumerable: true,
    get: () => (controller.abort('by a getter'), 'a'),
  });
  const calling = bench.adapter.tools[0]?.execute(args, { signal: controller.signal });
  expect(await errorOf(calling ?? Promise.resolve())).toMatchObject({ code: 'MCP_ABORTED', outcome: 'not-sent' });
  expect(bench.calls).toEqual([]);
});

test('what takes long to check is waited for, and may be taken back meanwhile', async () => {
  const inputSchema = { type: 'object', properties: { list: { uniqueItems: true } } };
  const list = Array.from({ length: 5_000 }, (_, index) => index);
  const bench = adapterBench([tool('say', { inputSchema })], undefined, { policy: () => allow });
  const first = run(bench, { list });
  expect(bench.calls).toEqual([]);
  expect(await first).toMatchObject({ text: 'done' });
  const controller = new AbortController();
  const second = run(bench, { list }, controller.signal);
  controller.abort('too long');
  expect(await errorOf(second)).toMatchObject({ code: 'MCP_ABORTED', outcome: 'not-sent' });
  expect(bench.calls).toHaveLength(1);
});

test('the hash of the arguments is a member like the others, though it is only made when it is read', async () => {
  const seen: PolicyCall[] = [];
  const bench = benchOf((call) => (seen.push(call), allow));
  await run(bench, { text: 'a', more: { z: 1, a: [2] } });
  await run(bench, { more: { a: [2], z: 1 }, text: 'a' });
  const [first, second] = seen;
  const argumentsHash = hashJson({ text: 'a', more: { z: 1, a: [2] } });
  for (const call of [first, second]) {
    expect(Object.keys(call ?? {})).toContain('argumentsHash');
    expect({ ...call }).toMatchObject({ argumentsHash });
    expect(JSON.parse(JSON.stringify(call))).toMatchObject({ argumentsHash });
    expect(structuredClone(call)).toMatchObject({ argumentsHash });
    expect(call?.argumentsHash).toBe(argumentsHash);
    expect(Object.isFrozen(call)).toBe(true);
    expect(() => Object.assign(call ?? {}, { argumentsHash: 'x' })).toThrow(TypeError);
    expect(call?.argumentsHash).toBe(argumentsHash);
  }
});

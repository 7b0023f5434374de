import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { McpClientError } from '../../src/errors.ts';
import { ActiveCalls, attributed } from '../../src/manager/active-calls.ts';
import type { CallGroup } from '../../src/manager/call-group.ts';
import { CallGroups } from '../../src/manager/call-groups.ts';

interface Call {
  readonly group: CallGroup;
  readonly runId: string;
  readonly serverName: string;
  readonly signal: AbortSignal | undefined;
  /** Why it should be aborted: the first reason stays. */
  why: string | undefined;
}

const step = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(fc.constant('enter'), fc.nat(2), fc.nat(2), fc.nat(3)) },
  { weight: 4, arbitrary: fc.tuple(fc.constant('leave'), fc.nat(50), fc.nat(0), fc.nat(0)) },
  fc.tuple(fc.constant('run'), fc.nat(2), fc.nat(0), fc.nat(0)),
  fc.tuple(fc.constant('server'), fc.nat(2), fc.nat(2), fc.nat(0)),
  fc.tuple(fc.constant('caller'), fc.nat(2), fc.nat(0), fc.nat(0)),
);

describe('calls that share a controller', () => {
  test('each is aborted by its own caller, its own run and its own server, and by nothing else; who comes first says why', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const calls = new ActiveCalls();
        const callers = Array.from({ length: 3 }, () => new AbortController());
        let under: Call[] = [];
        const abort = (matches: (call: Call) => boolean, why: string): number => {
          const hit = under.filter((call) => call.why === undefined && matches(call));
          for (const call of hit) call.why = why;
          return hit.length;
        };
        for (const [what, one, other, third] of steps) {
          if (what === 'enter') {
            const signal = callers[third]?.signal;
            const [serverName, runId] = [`s${one}`, `r${other}`];
            const group = calls.enter(serverName, runId, signal);
            under.push({ group, serverName, runId, signal, why: signal?.aborted === true ? 'caller' : undefined });
          } else if (what === 'leave') {
            const [gone] = under.splice(one % Math.max(1, under.length), 1);
            if (gone !== undefined) calls.leave(gone.group);
          } else if (what === 'caller') {
            callers[one]?.abort(`caller ${one}`);
            abort(({ signal }) => signal === callers[one]?.signal, 'caller');
            callers[one] = new AbortController();
          } else {
            const matches = ({ runId, serverName }: { runId?: string | undefined; serverName: string }): boolean =>
              runId === `r${one}` && (what === 'run' || serverName === `s${other}`);
            const cause = what === 'run' ? 'user' : 'budget';
            expect(calls.abort(matches, cause)).toBe(abort(matches, cause));
          }
          expect(calls.size).toBe(under.length);
          for (const { group, why } of under) {
            expect(group.signal.aborted).toBe(why !== undefined);
            const error = attributed(new McpClientError('MCP_ABORTED', 'x', { abortedBy: 'caller' }), group);
            if (why !== undefined) expect(error).toMatchObject({ abortedBy: why });
          }
        }
        for (const { group } of under) calls.leave(group);
        under = [];
        expect(calls.size).toBe(0);
        expect(calls.abort(() => true, 'shutdown')).toBe(0);
        for (const { signal } of callers) expect(getEventListeners(signal, 'abort')).toEqual([]);
      }),
    );
  });

  test('those that are idle are kept in a bounded number, those that are busy all', () => {
    const groups = new CallGroups(undefined);
    const busy: CallGroup[] = [];
    for (let run = 0; run < 10_000; run += 1) {
      const group = groups.of(`s${run % 7}`, `r${run}`);
      if (run % 100 > 0) continue;
      group.running = 1;
      busy.push(group);
    }
    expect(groups.size).toBeLessThanOrEqual(2 * busy.length + 64);
    for (const group of busy) expect(groups.of(group.serverName, group.runId)).toBe(group);
    for (const group of busy) group.running = 0;
    for (let run = 0; run < 10_000; run += 1) groups.of('s', `r${run}`);
    expect(groups.size).toBeLessThanOrEqual(64 + 1);
  });

  test('a signal that was aborted while nobody listened aborts the next call', () => {
    const calls = new ActiveCalls();
    const controller = new AbortController();
    const first = calls.enter('s', 'r', controller.signal);
    calls.leave(first);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
    controller.abort('meanwhile');
    const second = calls.enter('s', 'r', controller.signal);
    expect(second.signal.aborted).toBe(true);
    expect(second.signal.reason).toBe('meanwhile');
    expect(second.abortedBy).toBeUndefined();
    calls.leave(second);
    expect(calls.size).toBe(0);
  });

  test('work that is done at once is a call while it is done', () => {
    const calls = new ActiveCalls();
    const sizes: number[] = [];
    const done = calls.run({ serverName: 's', runId: 'r' }, undefined, (signal) => {
      sizes.push(calls.size);
      expect(calls.abort(({ runId }) => runId === 'r', 'user')).toBe(1);
      return signal.aborted;
    });
    expect([done, ...sizes, calls.size]).toEqual([true, 1, 0]);
    const failing = (): unknown =>
      calls.run({ serverName: 's', runId: 'r' }, undefined, () => {
        calls.abort(() => true, 'budget');
        throw new McpClientError('MCP_ABORTED', 'x');
      });
    expect(failing).toThrow(expect.objectContaining({ abortedBy: 'budget' }));
    expect(calls.size).toBe(0);
  });
});

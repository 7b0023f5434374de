import { expect, test } from 'vitest';
import { BudgetLedger, type Exhaustion } from '../../src/manager/budget-ledger.ts';
import type { Budgets, PaidCall } from '../../src/manager/budget.ts';
import { McpClientError } from '../../src/errors.ts';
import { ManualClock } from '../support/manual-clock.ts';

interface Bench {
  readonly ledger: BudgetLedger;
  readonly clock: ManualClock;
  readonly exhausted: Exhaustion[];
  readonly begin: (runId?: string, server?: string, bytes?: number) => PaidCall;
}

function bench(budgets: Budgets): Bench {
  const clock = new ManualClock();
  const exhausted: Exhaustion[] = [];
  const ledger = new BudgetLedger({ budgets, clock, onExhausted: (one) => void exhausted.push(one) });
  const begin: Bench['begin'] = (runId = 'run', server = 'files', bytes = 0) => ledger.begin(runId, server, bytes);
  return { ledger, clock, exhausted, begin };
}

function refusalOf(call: () => unknown): McpClientError {
  try {
    call();
  } catch (error) {
    if (error instanceof McpClientError) return error;
  }
  throw new Error('it was not refused');
}

test('the call after the last one is refused, and nothing of it was sent', () => {
  const { begin } = bench({ run: { maxCalls: 2 } });
  begin().end(1);
  begin();
  const error = refusalOf(() => begin());
  expect(error).toMatchObject({ code: 'MCP_BUDGET_EXCEEDED', budget: 'calls', limit: 2, outcome: 'not-sent' });
});

test('arguments that are too many are refused, and fewer are let through', () => {
  const { begin } = bench({ run: { maxArgumentBytes: 100 } });
  begin('run', 'files', 60);
  expect(refusalOf(() => begin('run', 'files', 41)).budget).toBe('argument-bytes');
  begin('run', 'files', 40);
});

test('results that are too many cancel what is under way, and the next call is refused', () => {
  const { begin, exhausted } = bench({ run: { maxResultBytes: 100 } });
  const [first, second] = [begin(), begin()];
  first.end(99);
  expect(exhausted).toEqual([]);
  second.end(500);
  expect(exhausted).toEqual([{ runId: 'run', serverName: undefined, kind: 'result-bytes' }]);
  expect(refusalOf(() => begin()).budget).toBe('result-bytes');
});

test('the time of calls side by side is spent once, and waiting between calls costs nothing', async () => {
  const { begin, clock, ledger, exhausted } = bench({ run: { maxWallMs: 1_000 } });
  const [first, second] = [begin(), begin()];
  await clock.advance(400);
  first.end(0);
  await clock.advance(100);
  second.end(0);
  expect(ledger.spent('run')?.wallMs).toBe(500);
  await clock.advance(60_000);
  const third = begin();
  await clock.advance(499);
  expect(exhausted).toEqual([]);
  await clock.advance(1);
  expect(exhausted).toEqual([{ runId: 'run', serverName: undefined, kind: 'wall-time' }]);
  third.end(0);
  expect(refusalOf(() => begin()).budget).toBe('wall-time');
  expect(clock.timers).toBe(0);
});

test('a server has a budget of its own, which stops nothing elsewhere', () => {
  const { begin, exhausted } = bench({
    run: { maxCalls: 10 },
    servers: { files: { maxCalls: 1, maxResultBytes: 10 } },
  });
  begin('run', 'files').end(10);
  expect(exhausted).toEqual([{ runId: 'run', serverName: 'files', kind: 'result-bytes' }]);
  expect(refusalOf(() => begin('run', 'files')).message).toContain('at this server');
  begin('run', 'search');
});

test('one run takes nothing from another, and a run that is forgotten begins anew', () => {
  const { begin, ledger } = bench({ run: { maxCalls: 1 } });
  begin('first');
  begin('second');
  expect(refusalOf(() => begin('first')).code).toBe('MCP_BUDGET_EXCEEDED');
  ledger.forget('first');
  begin('first');
});

test('a call that ends twice is paid once', () => {
  const { begin, ledger } = bench({ run: {} });
  const call = begin('run', 'files', 7);
  call.end(3);
  call.end(3);
  expect(ledger.spent('run')).toEqual({ calls: 1, argumentBytes: 7, resultBytes: 3, wallMs: 0 });
});

test('with budgets a call must say whose it is; without, it need not', () => {
  expect(refusalOf(() => bench({ run: {} }).ledger.begin(undefined, 'files', 0)).code).toBe('MCP_INVALID_PARAMS');
  const { ledger } = bench({});
  expect(ledger.isOn).toBe(false);
  ledger.begin(undefined, 'files', 0).end(0);
});

test.for([
  [{ run: { maxCalls: -1 } }, 'budgets.run.maxCalls should be a whole number from 0'],
  [{ run: { maxWallMs: 0 } }, 'budgets.run.maxWallMs should be whole milliseconds'],
  [{ servers: { files: { maxCals: 3 } } }, 'budgets.servers["files"].maxCals does not exist'],
] as const)('%j is refused', ([budgets, words]) => {
  const error = refusalOf(() => bench(budgets as Budgets));
  expect(error.code).toBe('MCP_INVALID_CONFIG');
  expect(error.message).toContain(words);
});

test('ten thousand runs are remembered, and of more those without a call under way go first', () => {
  const { begin, ledger } = bench({ run: { maxCalls: 5 } });
  begin('busy');
  begin('idle').end(0);
  for (let run = 0; run < 10_000; run += 1) begin(`run ${run}`).end(0);
  expect(ledger.spent('busy')).toBeDefined();
  expect(ledger.spent('idle')).toBeUndefined();
});

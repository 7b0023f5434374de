import { describe, expect, test } from 'vitest';
import type { McpListener } from '../../src/manager/manager-event.ts';
import { combineListeners } from '../../src/trace/combine-listeners.ts';
import { McpMetrics } from '../../src/trace/metrics.ts';
import { eventfulSession, planted } from './support/eventful-session.ts';

const settled = { type: 'request-settled', method: 'tools/call' } as const;

describe('metrics', () => {
  test('count every kind of end, stray answers, and nothing that was said', async () => {
    const metrics = new McpMetrics();
    await eventfulSession({ serverName: 'calc', onEvent: metrics.listener });
    const { servers, total } = metrics.stats();
    expect(servers['calc']).toMatchObject({
      active: 0,
      pending: 0,
      requests: 8,
      ended: { fulfilled: 4, refused: 1, 'timed-out': 1, aborted: 1, failed: 1 },
      toolErrors: 1,
      notSent: 1,
      strayAnswers: { late: 1, unknown: 1 },
      survivors: 0,
    });
    expect(servers['calc']?.protocolErrors).toBeGreaterThan(0);
    expect(total).toEqual(servers['calc']);
    expect(JSON.stringify(metrics.stats())).not.toContain(planted);
  });

  test('know what the client took back itself: that is no abort of anybody', () => {
    const metrics = new McpMetrics();
    metrics.listener({ type: 'request', id: 1, method: 'server/discover', bytes: 1 }, { instanceId: 'i' });
    const end = { id: 1, end: 'aborted', code: 'MCP_ABORTED', durationMs: 1, isUnneeded: true } as const;
    metrics.listener({ ...settled, ...end }, { instanceId: 'i' });
    expect(metrics.stats().total).toMatchObject({ pending: 0, requests: 1, unneeded: 1, ended: { aborted: 0 } });
  });

  test('say what waits and what lives while it does', () => {
    const metrics = new McpMetrics();
    const origin = { serverName: 'calc', instanceId: 'i' };
    metrics.listener({ type: 'state', state: 'starting' }, origin);
    metrics.listener({ type: 'request', id: 1, method: 'm', bytes: 1 }, origin);
    expect(metrics.stats().servers['calc']).toMatchObject({ active: 1, pending: 1 });
    metrics.listener({ ...settled, id: 1, end: 'failed', durationMs: 1 }, origin);
    metrics.listener({ type: 'gone', survivors: 2, killed: true }, origin);
    expect(metrics.stats().total).toMatchObject({ active: 0, pending: 0, survivors: 2, killed: 1 });
  });

  test('measure what was answered; quantiles of all servers are of all their requests', () => {
    const metrics = new McpMetrics();
    const answer = (serverName: string, durationMs: number): void =>
      void metrics.listener(
        { ...settled, id: 1, end: 'fulfilled', durationMs },
        { serverName, instanceId: serverName },
      );
    for (let ms = 1; ms <= 100; ms += 1) answer('fast', ms / 100);
    for (let ms = 1; ms <= 100; ms += 1) answer('slow', ms * 100);
    metrics.listener({ ...settled, id: 1, end: 'timed-out', durationMs: 1e9 }, { serverName: 'slow', instanceId: 's' });
    const { servers, total } = metrics.stats();
    const { fast, slow } = servers;
    expect([fast?.latencyMs.count, slow?.latencyMs.count, total.latencyMs.count]).toEqual([100, 100, 200]);
    const measured: [measured: number | undefined, real: number][] = [
      [fast?.latencyMs.p50, 0.5],
      [fast?.latencyMs.max, 1],
      [slow?.latencyMs.min, 100],
      [slow?.latencyMs.p99, 9_900],
      [slow?.latencyMs.max, 10_000],
      [total.latencyMs.p95, 9_000],
      [total.latencyMs.p99, 9_800],
    ];
    for (const [is = 0, real] of measured) expect(Math.abs(is / real - 1), `${is} for ${real}`).toBeLessThan(0.01);
    // The middle of two hundred is the slowest of the fast ones, and no mean of two middles.
    expect(total.latencyMs.p50).toBeLessThan(110);
  });

  test('take any duration, and quantiles of none are 0', () => {
    const metrics = new McpMetrics();
    expect(metrics.stats().total.latencyMs).toEqual({ count: 0, min: 0, p50: 0, p95: 0, p99: 0, max: 0 });
    for (const durationMs of [0, -1, 1e12, 0.000_1]) {
      metrics.listener({ ...settled, id: 1, end: 'fulfilled', durationMs }, { instanceId: 'i' });
    }
    expect(metrics.stats().servers['(unnamed)']?.latencyMs).toMatchObject({ count: 4, min: 0.001 });
  });

  test('say how processes ended, and stay bounded whatever the names', () => {
    const metrics = new McpMetrics();
    const tell = metrics.listener;
    const origin = { serverName: 'calc', instanceId: 'i' };
    tell({ type: 'process-exited', exitCode: 0, signal: null }, origin);
    tell({ type: 'process-exited', exitCode: null, signal: 'SIGKILL' }, origin);
    tell({ type: 'process-failed', errno: 'ENOENT' }, origin);
    tell({ type: 'stderr', bytes: 12 }, origin);
    tell({ type: 'stderr-truncated' }, origin);
    expect(metrics.stats().servers['calc']).toMatchObject({
      exits: { 0: 1, SIGKILL: 1, ENOENT: 1 },
      stderrBytes: 12,
      stderrTruncations: 1,
    });
    for (let code = 0; code < 500; code += 1) tell({ type: 'process-exited', exitCode: code, signal: null }, origin);
    expect(Object.keys(metrics.stats().servers['calc']?.exits ?? {}).length).toBeLessThan(70);
    for (let index = 0; index < 1_500; index += 1) {
      tell({ type: 'stderr', bytes: 1 }, { serverName: `s${index}`, instanceId: 'i' });
    }
    const { servers, total } = metrics.stats();
    expect(Object.keys(servers)).toHaveLength(1_001);
    expect(servers['(others)']?.stderrBytes).toBe(501);
    expect(total.stderrBytes).toBe(1_512);
  });

  test('count restarts and quarantines as the manager tells them', () => {
    const metrics = new McpMetrics();
    const state = (name: 'starting' | 'ready' | 'backoff' | 'quarantined', generation: number): void =>
      void metrics.listener({ type: 'server-state', serverName: 'calc', state: name, generation });
    state('starting', 1);
    state('ready', 1);
    state('backoff', 1);
    state('starting', 2);
    state('quarantined', 2);
    expect(metrics.stats().servers['calc']).toMatchObject({ restarts: 1, quarantines: 1 });
  });
});

test('several listeners are told in order, and one that throws or rejects keeps nothing from the others', () => {
  const told: string[] = [];
  const listener = (name: string, then?: () => unknown): McpListener => {
    return ({ type }) => {
      told.push(`${name} ${type}`);
      return then?.();
    };
  };
  const boom = (): never => {
    throw new Error('boom');
  };
  const all = combineListeners(
    listener('a', boom),
    listener('b', () => Promise.reject(new Error('later'))),
    listener('c'),
  );
  all({ type: 'progress', id: 1 }, { instanceId: 'i' });
  expect(told).toEqual(['a progress', 'b progress', 'c progress']);
});

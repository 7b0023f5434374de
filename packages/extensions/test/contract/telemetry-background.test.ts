import { expect } from 'vitest';
import { createDeferred } from '../../src/base/deferred.ts';
import { processManager } from '../manager/support/process-manager.ts';
import { TelemetryBench } from '../support/telemetry.ts';
import { verifies } from './verifies.ts';

verifies(
  'O-01',
  'what a manager asks by itself is in the trace of no call',
  async (context) => {
    const bench = new TelemetryBench();
    const pinged = createDeferred<void>();
    let pings = 0;
    const { manager } = processManager(
      context,
      { calc: { config: { era: 'legacy' } } },
      {
        client: {
          traceContext: bench.telemetry.traceContext,
          onEvent: (event, origin) => {
            bench.telemetry.onEvent(event, origin);
            if (event.type !== 'request-settled' || event.method !== 'ping') return;
            pings += 1;
            if (pings === 2) pinged.resolve();
          },
        },
        health: { idleMs: 10 },
      },
    );
    const called = bench.within('caller', () => manager.call({ server: 'calc', tool: 'echo' }, { value: 'hello' }));
    await called.value;
    await pinged.promise;
    const parents = new Map<string, Set<string | undefined>>();
    for (const { name, parentSpanContext } of await bench.spans()) {
      parents.set(name, (parents.get(name) ?? new Set()).add(parentSpanContext?.spanId));
    }
    const caller = new Set([called.spanId]);
    expect(Object.fromEntries(parents)).toEqual({
      initialize: caller,
      'tools/list': caller,
      'tools/call echo': caller,
      ping: new Set([undefined]),
    });
  },
  60_000,
);

import { trace, type Histogram, type MeterProvider, type Span, type TracerProvider } from '@opentelemetry/api';
import { describe, expect } from 'vitest';
import { discovered, initialized, readyBench, watch } from '../support/memory-client.ts';
import { registerPropagator, TelemetryBench, tracerProviderOf } from '../support/telemetry.ts';
import { verifies } from './verifies.ts';

const script = {
  initialize: () => initialized,
  'server/discover': () => discovered,
  'tools/list': () => ({ tools: [{ name: 'a' }] }),
  'tools/call': () => ({ content: [] }),
};

function fail(): never {
  throw new Error('of the SDK');
}

/** A span whose every member throws. */
const brokenSpan = new Proxy({}, { get: () => fail }) as Span;
const noSpan = trace.wrapSpanContext({ traceId: '', spanId: '', traceFlags: 0 });

const tracers: Readonly<Record<string, TracerProvider>> = {
  'a provider that throws': { getTracer: fail },
  'a tracer that throws': { getTracer: () => ({ startSpan: fail, startActiveSpan: fail }) },
  'spans that throw': { getTracer: () => ({ startSpan: () => brokenSpan, startActiveSpan: fail }) },
  'spans of nothing': { getTracer: () => ({ startSpan: () => noSpan, startActiveSpan: fail }) },
};

function metersOf(createHistogram: () => Histogram): MeterProvider {
  return { getMeter: () => ({ createHistogram }) as unknown as ReturnType<MeterProvider['getMeter']> };
}

const meters: Readonly<Record<string, MeterProvider>> = {
  'a provider that throws': { getMeter: fail },
  'a meter that throws': metersOf(fail),
  'a histogram that throws': metersOf(() => ({ record: fail })),
};

/** A whole life in one era: what became of its call. */
async function outcomeWith(bench: TelemetryBench, era: 'legacy' | 'modern'): Promise<unknown> {
  const { client, clock } = await readyBench(script, { era, allowUnlistedTools: true, ...bench.telemetry });
  const called = watch(client.callTool('a'));
  const busy = watch(client.callTool('a', { number: 1n }));
  await clock.settle();
  await client.close();
  expect(busy()).toMatchObject({ code: 'MCP_INVALID_PARAMS' });
  expect(client.state).toBe('closed');
  return called();
}

describe('an SDK that fails', () => {
  verifies('O-01', 'changes nothing for a client, and nothing of what the other half of it is told', async () => {
    for (const [name, tracerProvider] of Object.entries(tracers)) {
      for (const era of ['legacy', 'modern'] as const) {
        const bench = new TelemetryBench({ tracerProvider });
        expect(await outcomeWith(bench, era), name).toMatchObject({ isError: false });
        const counts = (await bench.measured('mcp.client.operation.duration')).map(({ count }) => count);
        expect(counts, name).toEqual([1, 1, 1]); // the handshake, the call that was refused, the call
      }
    }
    for (const [name, meterProvider] of Object.entries(meters)) {
      const bench = new TelemetryBench({ meterProvider });
      expect(await outcomeWith(bench, 'modern'), name).toMatchObject({ isError: false });
      expect((await bench.spans()).map(({ ended }) => ended)).toEqual([true, true, true]);
      expect(bench.unended).toEqual([]);
    }
  });

  verifies('O-01', 'by its propagator leaves the request its span, which ends', async () => {
    const bench = new TelemetryBench();
    registerPropagator({ inject: fail, extract: fail, fields: () => [] });
    expect(await outcomeWith(bench, 'modern')).toMatchObject({ isError: false });
    expect(await bench.spans()).toHaveLength(3);
    expect(bench.unended).toEqual([]);
  });

  verifies('O-01', 'to export holds nobody up', async () => {
    const waitsForEver = {
      export: () => {},
      shutdown: () => Promise.resolve(),
      forceFlush: () => new Promise<void>(() => {}),
    };
    const { telemetry } = new TelemetryBench({ tracerProvider: tracerProviderOf(waitsForEver) });
    const { client, clock } = await readyBench(script, telemetry);
    const called = watch(client.callTool('a'));
    await clock.settle();
    await client.close();
    expect(called()).toMatchObject({ isError: false });
  });

  verifies('O-01', 'that asks the client itself, while a context is written, confuses no spans', async () => {
    const bench = new TelemetryBench();
    const { client, clock } = await readyBench(script, {
      era: 'modern',
      allowUnlistedTools: true,
      ...bench.telemetry,
    });
    const within: (() => unknown)[] = [];
    registerPropagator({
      inject: () => {
        if (within.length > 0) return;
        within.push(() => 'begun');
        within.push(watch(client.callTool('refused', { number: 1n })), watch(client.callTool('within')));
      },
      extract: (extracted) => extracted,
      fields: () => [],
    });
    const called = watch(client.callTool('around'));
    await clock.settle();
    expect(called()).toMatchObject({ isError: false });
    expect(within.map((ended) => ended())).not.toContain('waits');
    const spans = (await bench.spans()).filter(({ name }) => name.startsWith('tools/call'));
    expect(spans.map(({ name, attributes }) => [name, attributes['error.type']])).toEqual([
      ['tools/call refused', 'MCP_INVALID_PARAMS'],
      ['tools/call within', undefined],
      ['tools/call around', undefined],
    ]);
    expect(bench.unended).toEqual([]);
  });
});

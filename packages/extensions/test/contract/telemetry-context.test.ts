import { context, propagation, type TextMapPropagator } from '@opentelemetry/api';
import { describe, expect } from 'vitest';
import { managerBench, outcomeOf } from '../manager/support/manager-bench.ts';
import { discovered, initialized, readyBench, watch } from '../support/memory-client.ts';
import type { SentMessage } from '../support/memory-transport.ts';
import { registerPropagator, TelemetryBench } from '../support/telemetry.ts';
import { verifies } from './verifies.ts';

const script = {
  initialize: () => initialized,
  'server/discover': () => discovered,
  'tools/list': () => ({ tools: [{ name: 'a' }, { name: 'b' }] }),
  'tools/call': () => ({ content: [] }),
};

/** Name and parent of every span of the client, in the order in which they ended. */
async function parentsIn(bench: TelemetryBench): Promise<[name: string, parent: string | undefined][]> {
  return (await bench.spans()).map(({ name, parentSpanContext }) => [name, parentSpanContext?.spanId]);
}

function contextIn({ params }: SentMessage): unknown {
  const { traceparent, tracestate, baggage } = (params?.['_meta'] ?? {}) as Record<string, unknown>;
  return { traceparent, tracestate, baggage };
}

describe('the span of a request', () => {
  verifies(
    'O-01',
    'is a child of what is active where the call is made: in both eras, in a lane, behind a list',
    async () => {
      for (const era of ['legacy', 'modern'] as const) {
        const bench = new TelemetryBench();
        const opened = bench.within('opens', () =>
          readyBench(script, { era, concurrency: { perTool: 1 }, ...bench.telemetry }),
        );
        const { client, clock } = await opened.value;
        // The first two wait for the list, the third for its lane too.
        const calls = ['a', 'b', 'a'].map((tool, index) =>
          bench.within(`caller ${index}`, () => watch(client.callTool(tool))),
        );
        await clock.settle();
        // The list is known now: these are sent at once, or wait for the lane alone.
        const more = ['b', 'b'].map((tool, index) =>
          bench.within(`caller ${index + 3}`, () => watch(client.callTool(tool))),
        );
        await clock.settle();
        const ended = [...calls, ...more];
        expect(ended.map(({ value }) => value())).toEqual(ended.map(() => expect.objectContaining({ content: [] })));
        const [first, second, third, fourth, fifth] = ended.map(({ spanId }) => spanId);
        expect(await parentsIn(bench), era).toEqual([
          [era === 'legacy' ? 'initialize' : 'server/discover', opened.spanId],
          ['tools/list', first], // whoever wanted it first
          ['tools/call a', first],
          ['tools/call b', second],
          ['tools/call a', third],
          ['tools/call b', fourth],
          ['tools/call b', fifth],
        ]);
      }
    },
  );

  verifies('O-01', 'is a child of its own caller, also where a managed server had to be started first', async () => {
    const bench = new TelemetryBench();
    const { manager, clock } = managerBench({ calc: {} }, { client: bench.telemetry });
    const calls = [1, 2].map((caller) =>
      bench.within(`caller ${caller}`, () => manager.call({ server: 'calc', tool: 'echo' })),
    );
    await outcomeOf({ clock }, Promise.all(calls.map(({ value }) => value)));
    const [first, second] = calls.map(({ spanId }) => spanId);
    expect(await parentsIn(bench)).toEqual([
      ['initialize', first], // whoever wanted it first
      ['tools/list', first],
      ['tools/call echo', first],
      ['tools/call echo', second],
    ]);
    await outcomeOf({ clock }, manager.close());
    expect(bench.unended).toEqual([]);
  });

  verifies('O-01', 'goes with it to a modern server, as the registered propagator writes it', async () => {
    const bench = new TelemetryBench({ sendBaggage: true });
    const { client, clock, transports } = await readyBench(script, {
      era: 'modern',
      allowUnlistedTools: true,
      ...bench.telemetry,
    });
    const withBaggage = propagation.setBaggage(
      context.active(),
      propagation.createBaggage({ user: { value: 'someone' } }),
    );
    const called = context.with(withBaggage, () => bench.within('caller', () => watch(client.callTool('a'))));
    const plain = watch(client.callTool('b'));
    await clock.settle();
    expect([called.value(), plain()]).not.toContain('waits');
    const spans = (await bench.spans()).filter(({ name }) => name.startsWith('tools/call'));
    const parents = spans.map((span) => `00-${span.spanContext().traceId}-${span.spanContext().spanId}-01`);
    expect(transports[0]?.sentWith('tools/call').map(contextIn)).toEqual([
      { traceparent: parents[0], baggage: 'user=someone' },
      { traceparent: parents[1] },
    ]);
    expect(spans[0]?.spanContext().traceId).toBe(called.traceId);
  });

  verifies('O-01', 'goes nowhere in the legacy era, nor by another name; baggage is kept back', async () => {
    const bench = new TelemetryBench();
    const options = { allowUnlistedTools: true, ...bench.telemetry };
    const legacy = await readyBench(script, options);
    const modern = await readyBench(script, { ...options, era: 'modern' });
    const withBaggage = propagation.setBaggage(context.active(), propagation.createBaggage({ a: { value: 'secret' } }));
    const b3: TextMapPropagator = {
      inject: (_, carrier, setter) => setter.set(carrier, 'b3', '1-2-1'),
      extract: (extracted) => extracted,
      fields: () => ['b3'],
    };
    for (const { client, clock } of [legacy, modern]) {
      const called = context.with(withBaggage, () => watch(client.callTool('a')));
      await clock.settle();
      expect(called()).toMatchObject({ isError: false });
    }
    registerPropagator(b3);
    const called = watch(modern.client.callTool('a'));
    await modern.clock.settle();
    expect(called()).toMatchObject({ isError: false });
    const sent = (of: typeof legacy): unknown[] => of.transports[0]?.sentWith('tools/call').map(contextIn) ?? [];
    expect(sent(legacy)).toEqual([{}]);
    expect(sent(modern)).toEqual([{ traceparent: expect.any(String) }, {}]);
    expect(JSON.stringify([legacy, modern].map(({ transports }) => transports[0]?.sent))).not.toMatch(/secret|"b3"/);
  });

  verifies(
    'O-01',
    'is begun by nobody who would not hear of its end: then the context of the caller goes along',
    async () => {
      const bench = new TelemetryBench();
      const { client, clock, transports } = await readyBench(script, {
        era: 'modern',
        allowUnlistedTools: true,
        traceContext: bench.telemetry.traceContext,
      });
      const called = bench.within('caller', () => watch(client.callTool('a')));
      await clock.settle();
      expect(called.value()).toMatchObject({ isError: false });
      expect(transports[0]?.sentWith('tools/call').map(contextIn)).toEqual([
        { traceparent: `00-${called.traceId}-${called.spanId}-01` },
      ]);
      expect([await bench.spans(), bench.unended]).toEqual([[], []]);
    },
  );

  verifies('O-01', 'of a stream is the root of a trace of its own, with a link to who opened it', async () => {
    const bench = new TelemetryBench();
    const capabilities = { tools: { listChanged: true } };
    const opened = bench.within('opens', () =>
      readyBench(
        { ...script, 'server/discover': () => ({ ...discovered, capabilities }) },
        { era: 'modern', ...bench.telemetry },
      ),
    );
    const { client } = await opened.value;
    await client.close();
    const stream = (await bench.spans()).find(({ name }) => name === 'subscriptions/listen');
    expect(stream?.parentSpanContext).toBeUndefined();
    expect(stream?.spanContext().traceId).not.toBe(opened.traceId);
    expect(stream?.links.map(({ context: { spanId } }) => spanId)).toEqual([opened.spanId]);
  });
});

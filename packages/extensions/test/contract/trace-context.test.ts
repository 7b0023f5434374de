import { describe, expect } from 'vitest';
import type { ContextSource, TracedRequest } from '../../src/client/trace-context.ts';
import type { EventOrigin } from '../../src/client/client-event.ts';
import type { McpClientOptions } from '../../src/mcp-client.ts';
import { discovered, readyBench, watch } from '../support/memory-client.ts';
import { MemoryTransport, type SentMessage } from '../support/memory-transport.ts';
import { RecordedEvents } from '../support/recorded-events.ts';
import { verifies } from './verifies.ts';

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

const script = {
  'server/discover': () => ({ ...discovered, capabilities: { tools: {} } }),
  'tools/list': () => ({ tools: [{ name: 'a', inputSchema: { type: 'object' } }] }),
  'tools/call': () => ({ content: [] }),
};

async function bench(traceContext: ContextSource, options: Partial<McpClientOptions> = {}) {
  const made = await readyBench(script, { era: 'modern', allowUnlistedTools: true, traceContext, ...options });
  return { ...made, transport: made.transports[0] ?? new MemoryTransport() };
}

/** What of a trace stands in a message. */
function contextIn(message: SentMessage | undefined): unknown {
  const meta = (message?.params?.['_meta'] ?? {}) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(meta).filter(([key]) => /^(trace|baggage)/.test(key)));
}

const calls = (transport: MemoryTransport): SentMessage[] =>
  transport.sent.filter(({ method }) => method === 'tools/call');

describe('trace context', () => {
  verifies('O-02', 'goes with the request that it was asked for, before that is told of', async () => {
    const asked: [TracedRequest, EventOrigin][] = [];
    const events = new RecordedEvents();
    const order: string[] = [];
    const { client, clock, transport } = await bench(
      (request, origin) => {
        asked.push([request, origin]);
        order.push(`asked ${request.id}`);
        return { traceparent, tracestate: 'vendor=ü', baggage: 'user=1' };
      },
      {
        serverName: 'calc',
        onEvent: (event) => {
          events.onEvent(event);
          if (event.type === 'request') order.push(`told ${event.id}`);
        },
      },
    );
    const before = order.length;
    const waiting = [client.callTool('a', { x: 'ü' }, { runId: 'run-7', onProgress: () => {} }), client.callTool('a')];
    await clock.settle();
    await Promise.all(waiting);
    const [first, second] = calls(transport);
    // A state that is no printable ASCII is left out; the rest stands beside what the era needs, and the token.
    expect(contextIn(first)).toEqual({ traceparent, baggage: 'user=1' });
    expect(first?.params).toMatchObject({ arguments: { x: 'ü' }, _meta: { progressToken: first?.id } });
    expect(contextIn(second)).toEqual({ traceparent, baggage: 'user=1' });
    const [about, origin] = asked.find(([{ tool }]) => tool === 'a') ?? [];
    expect(about).toEqual({ id: first?.id, method: 'tools/call', tool: 'a', runId: 'run-7' });
    expect(origin).toEqual({ serverName: 'calc', instanceId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(order.slice(before)).toEqual(
      [first, second].flatMap((message) => [`asked ${message?.id}`, `told ${message?.id}`]),
    );
    const told = events.of('request').filter(({ method }) => method === 'tools/call');
    expect(told.map(({ runId }) => runId)).toEqual(['run-7', undefined]);
    // The size that is told is that of the message, context and all.
    expect(told.map(({ bytes }) => bytes)).toEqual(
      calls(transport).map((message) => Buffer.byteLength(JSON.stringify(message))),
    );
  });

  verifies('O-02', 'that is malformed, thrown or rejected is left out, and the request goes its way', async () => {
    const contexts: readonly unknown[] = [
      { traceparent: 'no trace' },
      { traceparent: `00-${'0'.repeat(32)}-b7ad6b7169203331-01` },
      { traceparent: traceparent.toUpperCase() },
      { traceparent: 7, tracestate: 'a=b' },
      { tracestate: 'a=b' },
      { traceparent: `${traceparent}\n` },
      { traceparent: '', baggage: 'x'.repeat(9_000) },
      () => Promise.reject(new Error('later')),
      null,
      undefined,
      'text',
      () => {
        throw new Error('at once');
      },
    ];
    const left = [...contexts];
    const { client, clock, transport } = await bench(({ method }) => {
      if (method !== 'tools/call') return undefined;
      const next = left.shift();
      return (typeof next === 'function' ? next() : next) as ReturnType<ContextSource>;
    });
    const waiting = contexts.map(() => watch(client.callTool('a')));
    await clock.settle();
    expect(waiting.map((ended) => ended())).toEqual(contexts.map(() => expect.objectContaining({ content: [] })));
    expect(calls(transport).map(contextIn)).toEqual(contexts.map(() => ({})));
  });

  verifies('O-02', 'is not asked for in the legacy era, where these keys mean nothing', async () => {
    const asked: TracedRequest[] = [];
    const { client, clock, transports } = await readyBench(
      { 'tools/call': () => ({ content: [] }) },
      {
        allowUnlistedTools: true,
        traceContext: (request) => {
          asked.push(request);
          return { traceparent };
        },
      },
    );
    const called = client.callTool('a');
    await clock.settle();
    await called;
    expect(asked).toEqual([]);
    expect(contextIn(transports[0]?.sent.at(-1))).toEqual({});
  });

  verifies('O-02', 'may be where the host closes the client, or takes the call back: each call ends once', async () => {
    const controller = new AbortController();
    const acts = [() => controller.abort(), () => void made.client.close()];
    const made = await bench(({ method }) => {
      if (method === 'tools/call') acts.shift()?.();
      return { traceparent };
    });
    const { client, clock, transport } = made;
    const aborted = watch(client.callTool('a', {}, { signal: controller.signal }));
    const closed = watch(client.callTool('a'));
    await clock.settle();
    expect([aborted(), closed()]).toEqual([
      expect.objectContaining({ code: 'MCP_ABORTED', outcome: 'not-sent' }),
      expect.objectContaining({ code: 'CLIENT_CLOSED', outcome: 'not-sent' }),
    ]);
    expect(calls(transport)).toEqual([]);
    expect(client.pendingCount).toBe(0);
  });
});

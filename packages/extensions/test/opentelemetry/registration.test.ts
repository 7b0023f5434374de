import { metrics, trace } from '@opentelemetry/api';
import type * as Api from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openTelemetry } from '../../src/opentelemetry/open-telemetry.ts';
import { readyBench, type ClientBench } from '../support/memory-client.ts';
import { TelemetryBench } from '../support/telemetry.ts';

const script = { 'tools/call': () => ({ content: [] }) };

/** A client that has only what is registered, and whose handshake came before anything was. */
function clientOfNobody(): Promise<ClientBench> {
  return readyBench(script, { allowUnlistedTools: true, ...openTelemetry() });
}

async function call({ client, clock }: ClientBench): Promise<void> {
  const called = client.callTool('echo');
  await clock.settle();
  await called;
}

async function seenBy(bench: TelemetryBench): Promise<unknown> {
  const spans = (await bench.spans()).map(({ name, parentSpanContext }) => [name, parentSpanContext?.spanId]);
  return { spans, counts: (await bench.measured()).map(({ count }) => count) };
}

test('providers are those that are registered now, also when that was done after a client was made', async () => {
  const bench = new TelemetryBench();
  const other = new TelemetryBench();
  const made = await clientOfNobody();
  trace.setGlobalTracerProvider(bench.tracerProvider);
  metrics.setGlobalMeterProvider(bench.meterProvider);
  onTestFinished(() => {
    trace.disable();
    metrics.disable();
  });
  await call(made);
  metrics.disable();
  metrics.setGlobalMeterProvider(other.meterProvider);
  await call(made);
  const named = ['tools/call echo', undefined];
  expect(await seenBy(bench)).toEqual({ spans: [named, named], counts: [1] });
  expect(await seenBy(other)).toEqual({ spans: [], counts: [1] });
});

test('a host may register with a newer copy of the API', async () => {
  const newer = newerCopy();
  const bench = new TelemetryBench();
  const made = await clientOfNobody();
  // All copies of one major version share this; what our copy registered in it is of this test's own making.
  const shared = Symbol.for('opentelemetry.js.api.1');
  Reflect.deleteProperty(globalThis, shared);
  onTestFinished(() => void Reflect.deleteProperty(globalThis, shared));
  expect(newer.trace).not.toBe(trace);
  newer.trace.setGlobalTracerProvider(bench.tracerProvider);
  newer.metrics.setGlobalMeterProvider(bench.meterProvider);
  newer.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const caller = bench.tracer.startSpan('caller');
  await newer.context.with(newer.trace.setSpan(newer.context.active(), caller), () => call(made));
  const { spanId } = caller.spanContext();
  expect(await seenBy(bench)).toEqual({ spans: [['tools/call echo', spanId]], counts: [1] });
});

/** The API as it would come with a host that has a later one: a copy of its own, by a number of its own. */
function newerCopy(): typeof Api {
  const require = createRequire(import.meta.url);
  const built = dirname(require.resolve('@opentelemetry/api'));
  const folder = mkdtempSync(join(tmpdir(), 'newer-api-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(built, join(folder, 'src'), { recursive: true });
  const version = join(folder, 'src/version.js');
  const text = readFileSync(version, 'utf8');
  const newer = text.replace(/'1\.\d+\.\d+'/, "'1.99.0'");
  expect(newer).not.toBe(text);
  writeFileSync(version, newer);
  return require(join(folder, 'src/index.js')) as typeof Api;
}

test('without an SDK nothing is done, and nothing is missing', async () => {
  const made = await clientOfNobody();
  await call(made);
  await made.client.close();
  expect(made.client.stats()).toMatchObject({ pending: 0 });
});

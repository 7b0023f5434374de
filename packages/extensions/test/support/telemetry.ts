import { context, propagation, trace, type Attributes, type TextMapPropagator, type Tracer } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { CompositePropagator, W3CBaggagePropagator, W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  AggregationTemporality,
  DataPointType,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../src/base/clock.ts';
import { openTelemetry } from '../../src/opentelemetry/open-telemetry.ts';
import type { OpenTelemetry, OpenTelemetryOptions } from '../../src/opentelemetry/open-telemetry.ts';

/** All values of one instrument that have the same attributes. */
export interface Measured {
  readonly name: string;
  readonly unit: string;
  readonly boundaries: readonly number[];
  readonly attributes: Attributes;
  readonly count: number;
  /** Seconds. */
  readonly sum: number;
}

/** The real SDK, in this process: what it exports is kept. */
export class TelemetryBench {
  readonly telemetry: OpenTelemetry;
  readonly tracer: Tracer;
  readonly tracerProvider: BasicTracerProvider;
  readonly meterProvider: MeterProvider;
  readonly #exporter = new InMemorySpanExporter();
  readonly #metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  /** Names by span ids. */
  readonly #unended = new Map<string, string>();

  /** Registers a context manager and a propagator, for the time of this test. */
  constructor(options: OpenTelemetryOptions = {}, clock?: Clock) {
    const unended = this.#unended;
    this.tracerProvider = new BasicTracerProvider({
      spanProcessors: [
        new SimpleSpanProcessor(this.#exporter),
        {
          onStart: (span) => void unended.set(span.spanContext().spanId, span.name),
          onEnd: (span) => void unended.delete(span.spanContext().spanId),
          forceFlush: () => Promise.resolve(),
          shutdown: () => Promise.resolve(),
        },
      ],
    });
    // Exports when it is told to: never by itself within a test.
    const reader = new PeriodicExportingMetricReader({ exporter: this.#metricExporter, exportIntervalMillis: 2 ** 30 });
    this.meterProvider = new MeterProvider({ readers: [reader] });
    this.tracer = this.tracerProvider.getTracer('the host');
    const { tracerProvider, meterProvider } = this;
    this.telemetry = openTelemetry({ tracerProvider, meterProvider, ...options }, clock);
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    registerPropagator(
      new CompositePropagator({ propagators: [new W3CTraceContextPropagator(), new W3CBaggagePropagator()] }),
    );
    onTestFinished(async () => {
      context.disable();
      propagation.disable();
      await Promise.all([tracerProvider.shutdown(), meterProvider.shutdown()]);
    });
  }

  /** Names of spans that began and have not ended. */
  get unended(): string[] {
    return [...this.#unended.values()];
  }

  /** Runs something within a span of the host's. Returns what it returns, and the id of the span. */
  within<T>(name: string, run: () => T): { readonly spanId: string; readonly traceId: string; readonly value: T } {
    const span = this.tracer.startSpan(name);
    const value = context.with(trace.setSpan(context.active(), span), run);
    span.end();
    return { ...span.spanContext(), value };
  }

  /** Those of the client that have ended, in the order in which they did. */
  async spans(): Promise<ReadableSpan[]> {
    await this.tracerProvider.forceFlush();
    return this.#exporter
      .getFinishedSpans()
      .filter(({ instrumentationScope }) => instrumentationScope.name === '@coding-agent/extensions');
  }

  async measured(name?: string): Promise<Measured[]> {
    this.#metricExporter.reset();
    await this.meterProvider.forceFlush();
    const all = this.#metricExporter
      .getMetrics()
      .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics))
      .flatMap((metric) => {
        if (metric.dataPointType !== DataPointType.HISTOGRAM) return [];
        const { name: of, unit } = metric.descriptor;
        return metric.dataPoints.map(({ attributes, value }) => {
          const { buckets, count, sum = Number.NaN } = value;
          return { name: of, unit, boundaries: buckets.boundaries, attributes, count, sum };
        });
      });
    return name === undefined ? all : all.filter((one) => one.name === name);
  }

  /** Everything that was exported, as one text. */
  async exported(): Promise<string> {
    const spans = (await this.spans()).map(({ name, attributes, status, events, links, resource }) => {
      return { name, attributes, status, events, links, resource: resource.attributes };
    });
    await this.measured();
    return JSON.stringify([spans, this.#metricExporter.getMetrics()]);
  }
}

/** A provider whose spans go to an exporter of the test's. */
export function tracerProviderOf(exporter: SpanExporter): BasicTracerProvider {
  return new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
}

/** In the place of the one that is registered. */
export function registerPropagator(propagator: TextMapPropagator): void {
  propagation.disable();
  propagation.setGlobalPropagator(propagator);
}

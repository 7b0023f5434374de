import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { McpListener } from '@coding-agent/extensions';
import { McpClient } from '@coding-agent/extensions/client';
import { openTelemetry } from '@coding-agent/extensions/opentelemetry';
import { McpMetrics, openTrace } from '@coding-agent/extensions/trace';
import { ExportResultCode } from '@opentelemetry/core';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, BatchSpanProcessor, type ReadableSpan } from '@opentelemetry/sdk-trace-base';
import type { Adapter } from './bench-client.ts';

/** Who listens, and how that ends. */
interface Watch {
  readonly listener: McpListener;
  close(): Promise<void>;
  /** What was dropped until then. */
  lost?(): number;
}

/** The SDK's processor drops spans when too many wait, and tells nobody. */
class CountingProcessor extends BatchSpanProcessor {
  ended = 0;

  override onEnd(span: ReadableSpan): void {
    this.ended += 1;
    super.onEnd(span);
  }
}

const watches = {
  /** Somebody listens, and does next to nothing. */
  events: async (): Promise<Watch> => {
    let count = 0;
    return { listener: () => void (count += 1), close: async () => {} };
  },
  metrics: async (): Promise<Watch> => {
    const metrics = new McpMetrics();
    return { listener: metrics.listener, close: async () => void metrics.stats() };
  },
  jsonl: async (): Promise<Watch> => {
    const folder = mkdtempSync(join(tmpdir(), 'bench-trace-'));
    const trace = await openTrace({ path: join(folder, 'trace.jsonl'), maxQueued: 1_000_000 });
    const close = async (): Promise<void> => {
      await trace.close();
      rmSync(folder, { recursive: true, force: true });
    };
    return { listener: trace.listener, close, lost: () => trace.dropped };
  },
  /** Spans and metrics by the SDK, as far as an exporter: what is sent from there on is the host's choice. */
  otel: async (): Promise<Watch> => {
    let exported = 0;
    const processor = new CountingProcessor({
      export: (spans, done) => {
        exported += spans.length;
        done({ code: ExportResultCode.SUCCESS });
      },
      shutdown: () => Promise.resolve(),
    });
    const tracerProvider = new BasicTracerProvider({ spanProcessors: [processor] });
    const reader = new PeriodicExportingMetricReader({
      exporter: new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE),
    });
    const meterProvider = new MeterProvider({ readers: [reader] });
    const close = async (): Promise<void> => {
      await Promise.all([tracerProvider.shutdown(), meterProvider.shutdown()]);
    };
    const { onEvent: listener } = openTelemetry({ tracerProvider, meterProvider });
    return { listener, close, lost: () => processor.ended - exported };
  },
} satisfies Readonly<Record<string, () => Promise<Watch>>>;

/** Our client, and who watches it. */
export function watched(kind: keyof typeof watches): Adapter {
  return {
    framing: 'newline',
    create: ({ executable, args }) => {
      let client: McpClient | undefined;
      let watch: Watch | undefined;
      const connected = (): McpClient => {
        if (client === undefined) throw new Error('it is not connected');
        return client;
      };
      return {
        connect: async () => {
          watch = await watches[kind]();
          client = await McpClient.open({ executable, args: [...args], onEvent: watch.listener });
        },
        call: (name, given, options) => connected().callTool(name, given, options),
        list: () => connected().listTools(),
        close: async () => {
          await client?.close();
          await watch?.close();
        },
        lost: () => watch?.lost?.(),
      };
    },
  };
}

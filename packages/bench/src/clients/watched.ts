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
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Adapter } from './bench-client.ts';

/** Who listens, and how that ends. */
interface Watch {
  readonly listener: McpListener;
  close(): Promise<void>;
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
      if (trace.dropped > 0) throw new Error(`${trace.dropped} records were dropped`);
    };
    return { listener: trace.listener, close };
  },
  /** Spans and metrics by the SDK, as far as an exporter: what is sent from there on is the host's choice. */
  otel: async (): Promise<Watch> => {
    const exporter = new BatchSpanProcessor({
      export: (_, done) => done({ code: ExportResultCode.SUCCESS }),
      shutdown: () => Promise.resolve(),
    });
    const tracerProvider = new BasicTracerProvider({ spanProcessors: [exporter] });
    const reader = new PeriodicExportingMetricReader({
      exporter: new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE),
    });
    const meterProvider = new MeterProvider({ readers: [reader] });
    const close = async (): Promise<void> => {
      await Promise.all([tracerProvider.shutdown(), meterProvider.shutdown()]);
    };
    return { listener: openTelemetry({ tracerProvider, meterProvider }).onEvent, close };
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
      };
    },
  };
}

import { metrics, trace } from '@opentelemetry/api';
import type { Histogram, MeterProvider, Tracer, TracerProvider } from '@opentelemetry/api';
import { bucketBoundaries, metricNames } from './conventions.ts';

/** Who says what is told: the instrumentation scope. */
const scope = '@coding-agent/extensions';

export interface Histograms {
  /** Seconds. */
  readonly operationDuration: Histogram;
  /** Seconds. */
  readonly sessionDuration: Histogram;
}

/**
 * The tracer and the histograms of the providers that are registered now: a host may register them after it made its clients,
 * and a copy of the API that asked before that would be left with those that do nothing.
 */
export class Instruments {
  readonly #tracer: () => Tracer;
  readonly #histograms: () => Histograms;

  constructor(tracerProvider: TracerProvider | undefined, meterProvider: MeterProvider | undefined) {
    this.#tracer = following(
      () => tracerProvider ?? trace.getTracerProvider(),
      (provider) => provider.getTracer(scope),
    );
    this.#histograms = following(() => meterProvider ?? metrics.getMeterProvider(), histogramsOf);
  }

  get tracer(): Tracer {
    return this.#tracer();
  }

  get histograms(): Histograms {
    return this.#histograms();
  }
}

/** What is made from the provider of now, made once for each. */
function following<Provider, Made>(current: () => Provider, make: (provider: Provider) => Made): () => Made {
  let last: { readonly provider: Provider; readonly made: Made } | undefined;
  return () => {
    const provider = current();
    if (last === undefined || last.provider !== provider) last = { provider, made: make(provider) };
    return last.made;
  };
}

function histogramsOf(provider: MeterProvider): Histograms {
  const meter = provider.getMeter(scope);
  const advice = { explicitBucketBoundaries: [...bucketBoundaries] };
  return {
    operationDuration: meter.createHistogram(metricNames.operationDuration, {
      description: 'How long a request of an MCP client took.',
      unit: 's',
      advice,
    }),
    sessionDuration: meter.createHistogram(metricNames.sessionDuration, {
      description: 'How long a session with an MCP server lasted.',
      unit: 's',
      advice,
    }),
  };
}

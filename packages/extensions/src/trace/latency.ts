import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';

/** How long something took, as far as it was measured; milliseconds, to within one per cent. All 0 when `count` is. */
export interface Latency {
  readonly count: number;
  readonly min: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** Longer is counted as this. */
const maxMs = 3_600_000;

/** Durations of which quantiles are asked for: a histogram of a fixed size (Node's, which is HdrHistogram), no samples. */
export class LatencyHistogram {
  /** In microseconds. Two figures: one per cent. */
  readonly #histogram: RecordableHistogram = createHistogram({ lowest: 1, highest: maxMs * 1_000, figures: 2 });

  record(ms: number): void {
    this.#histogram.record(Math.round(Math.min(Math.max(ms * 1_000, 1), maxMs * 1_000)));
  }

  snapshot(): Latency {
    const histogram = this.#histogram;
    const { count } = histogram;
    if (count === 0) return { count, min: 0, p50: 0, p95: 0, p99: 0, max: 0 };
    const ms = (microseconds: number): number => microseconds / 1_000;
    return {
      count,
      min: ms(histogram.min),
      p50: ms(histogram.percentile(50)),
      p95: ms(histogram.percentile(95)),
      p99: ms(histogram.percentile(99)),
      max: ms(histogram.max),
    };
  }
}

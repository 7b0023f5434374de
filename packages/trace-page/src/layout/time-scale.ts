import { hourMs, hoursFromMs } from '../text/format.ts';

/** A straight scale from times to places. */
export interface TimeScale {
  readonly fromMs: number;
  readonly toMs: number;
  readonly place: (ms: number) => number;
  /** Round times within it, some of them. */
  readonly ticks: readonly number[];
}

interface TimeScaleOptions {
  readonly fromMs: number;
  readonly toMs: number;
  readonly fromPlace: number;
  readonly toPlace: number;
  /** As many ticks as that at most. */
  readonly mostTicks: number;
}

/** A stretch of no length is drawn as one of a millisecond. */
export function timeScale({ fromMs, toMs, fromPlace, toPlace, mostTicks }: TimeScaleOptions): TimeScale {
  const end = toMs > fromMs ? toMs : fromMs + 1;
  const perMs = (toPlace - fromPlace) / (end - fromMs);
  return {
    fromMs,
    toMs: end,
    place: (ms) => fromPlace + (Math.min(Math.max(ms, fromMs), end) - fromMs) * perMs,
    ticks: roundTimes(fromMs, end, mostTicks),
  };
}

/** Round in the unit that they are written in: 20 h, and not 27.7778. */
function roundTimes(fromMs: number, toMs: number, most: number): number[] {
  const unitMs = Math.max(Math.abs(fromMs), Math.abs(toMs)) < hoursFromMs ? 1 : hourMs;
  const rough = (toMs - fromMs) / unitMs / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10) * power * unitMs;
  const first = Math.ceil(fromMs / step);
  const last = Math.floor(toMs / step);
  return Array.from({ length: Math.min(last - first + 1, most + 1) }, (_, place) => (first + place) * step);
}

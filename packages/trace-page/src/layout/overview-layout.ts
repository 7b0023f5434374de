import type { LoadedTrace, RequestRow } from '../model/loaded-trace.ts';
import { outcomes, type Outcome } from '../model/outcome.ts';

export const overviewHeight = 46;
const bucketCount = 120;

/** The requests that began in one part of the time, one block for each outcome. */
interface OverviewBucket {
  readonly x: number;
  readonly width: number;
  readonly blocks: readonly { readonly outcome: Outcome; readonly y: number; readonly height: number }[];
  /** The top of all requests, also of those that a filter leaves out; undefined: none. */
  readonly allY: number | undefined;
}

export interface OverviewLayout {
  readonly width: number;
  readonly buckets: readonly OverviewBucket[];
  /** How many requests the highest bucket has. */
  readonly most: number;
}

interface OverviewOptions {
  readonly width: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** All requests of a trace in one strip, however many there are. */
export function overviewLayout(
  { requests }: LoadedTrace,
  isShown: (row: RequestRow) => boolean,
  { width, fromMs, toMs }: OverviewOptions,
): OverviewLayout {
  const span = Math.max(toMs - fromMs, 1);
  const all = Array.from({ length: bucketCount }, () => 0);
  const shown = Array.from({ length: bucketCount }, () => new Map<Outcome, number>());
  for (const row of requests) {
    const place = Math.min(bucketCount - 1, Math.max(0, Math.floor(((row.startMs - fromMs) / span) * bucketCount)));
    all[place] = (all[place] ?? 0) + 1;
    const bucket = shown[place];
    if (isShown(row)) bucket?.set(row.outcome, (bucket.get(row.outcome) ?? 0) + 1);
  }
  const most = Math.max(1, ...all);
  const bucketWidth = width / bucketCount;
  const buckets = shown.map((counts, place): OverviewBucket => {
    let y = overviewHeight;
    const blocks = outcomes.flatMap((outcome) => {
      const height = ((counts.get(outcome) ?? 0) / most) * overviewHeight;
      y -= height;
      return height === 0 ? [] : [{ outcome, y, height }];
    });
    const count = all[place] ?? 0;
    const allY = count === 0 ? undefined : overviewHeight - (count / most) * overviewHeight;
    return { x: place * bucketWidth, width: bucketWidth, blocks, allY };
  });
  return { width, buckets, most };
}

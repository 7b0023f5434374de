import type { TraceRecord, TraceStart } from '@coding-agent/extensions/trace';

/** One trace that was read: the first line of its file, and the records after it. */
export interface TraceInput {
  /** What the page calls it. Shown as text. */
  readonly title: string;
  readonly start: TraceStart;
  readonly records: readonly TraceRecord[];
}

import type { TraceStart } from '@coding-agent/extensions/trace';
import type { Outcome } from './outcome.ts';
import type { OtherRecord, RequestRecord } from './records.ts';

/** A request as the views draw it. Times are milliseconds since its trace began. */
export interface RequestRow {
  /** Of all requests of the page. */
  readonly key: number;
  /** Which of the traces it is in. */
  readonly trace: number;
  readonly record: RequestRecord;
  readonly server: string;
  readonly outcome: Outcome;
  /** The request whose answer it was given instead of its own. */
  readonly otherAnswer: number | undefined;
  readonly startMs: number;
  /** When it left the queue; undefined when it never did. */
  readonly sentMs: number | undefined;
  /** Undefined while it waits, and where the trace does not say. */
  readonly endMs: number | undefined;
  /** Until when it is drawn: its end, or when it was sent or began if nobody says when it ended; undefined while it waits. */
  readonly untilMs: number | undefined;
  readonly queuedMs: number | undefined;
  readonly durationMs: number | undefined;
  /** What a text filter looks into: lower case. */
  readonly searched: string;
}

/** Anything else that happened. */
export interface EventRow {
  /** Of all events of the page. */
  readonly key: number;
  readonly trace: number;
  readonly record: OtherRecord;
  /** Empty: nobody's in particular. */
  readonly server: string;
  readonly ms: number;
  /** The request that it is about. */
  readonly request: number | undefined;
}

export interface LoadedTrace {
  readonly index: number;
  readonly title: string;
  readonly start: TraceStart;
  /** In the order in which they first appear. */
  readonly servers: readonly string[];
  /** In the order in which they began. */
  readonly requests: readonly RequestRow[];
  /** In the order of their times. */
  readonly events: readonly EventRow[];
  /** From the first to the last moment of it. */
  readonly firstMs: number;
  readonly lastMs: number;
}

/** All that a page shows. A row's `key` is its place here. */
export interface LoadedTraces {
  readonly traces: readonly LoadedTrace[];
  readonly requests: readonly RequestRow[];
  readonly events: readonly EventRow[];
}

import type { Trace } from '@coding-agent/extensions/trace';

/** What failed at a server. */
export type ServerFailure =
  | { readonly kind: 'error'; readonly error: unknown }
  /** The tool ran and says that it failed: what it says is a result, and is not published. */
  | { readonly kind: 'tool' };

/** What a report is to be about. */
export interface ReportAbout {
  /** Undefined: of the configuration as a whole. */
  readonly server?: string | undefined;
  /** Undefined: the facts alone. */
  readonly failure?: ServerFailure | undefined;
  readonly tool?: string | undefined;
  /** What the tool was called with: taken out of every text. */
  readonly arguments?: unknown;
  /** Milliseconds; undefined: what its start took. */
  readonly durationMs?: number | undefined;
}

/** What may be published of a server or a failure: nobody's data. */
export interface PublishedReport {
  /** Plain JSON. */
  readonly data: object;
  /** Markdown. */
  readonly text: string;
  /** The same for a trace; missing where there is no failure. */
  readonly record?: Parameters<Trace['add']>[0];
}

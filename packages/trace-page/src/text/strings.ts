import type { ColumnId } from '../model/columns.ts';
import type { Outcome } from '../model/outcome.ts';
import type { EventType } from '../model/records.ts';
import type { Summary } from '../model/summary.ts';

/**
 * Every word of the page in one language. What a trace says (methods, codes, names) is in no language. A number of things is
 * given as a number: how it is written, and the form of the words beside it, are the language's.
 */
export interface Strings {
  readonly title: string;
  readonly subtitle: string;
  readonly skipToRequests: string;
  readonly language: string;
  readonly theme: string;
  readonly themes: Readonly<Record<'system' | 'light' | 'dark', string>>;
  readonly noTraces: string;
  readonly noRequests: string;
  readonly noMatches: string;
  readonly nothingDrawn: string;
  readonly traceMeta: (parts: { readonly id: string; readonly startedAt: string; readonly producer: string }) => string;

  readonly summary: string;
  readonly summaryCaption: string;
  readonly number: string;
  readonly numbers: Readonly<Record<Exclude<keyof Summary, 'byOutcome'>, string>>;
  readonly outcomes: Readonly<Record<Outcome, string>>;
  /** One sentence on each. */
  readonly outcomeMeanings: Readonly<Record<Outcome, string>>;
  /** It was given the answer to another request: that one's id. */
  readonly otherAnswer: (id: number) => string;
  readonly legend: string;

  readonly filter: string;
  readonly filterText: string;
  readonly filterTextHint: string;
  readonly filterOutcome: string;
  readonly filterServer: string;
  readonly filterName: string;
  readonly filterRun: string;
  readonly filterTrace: string;
  readonly all: string;
  /** So many entries of a list are not in it. */
  readonly moreChoices: (count: number) => string;
  readonly clearFilter: string;
  readonly found: (parts: { readonly shown: number; readonly total: number }) => string;

  readonly overview: string;
  readonly overviewName: (parts: { readonly total: number; readonly shown: number; readonly most: number }) => string;
  readonly pages: string;
  /** The same once more, below the table. */
  readonly pagesBelow: string;
  readonly pageOf: (parts: { readonly page: number; readonly pages: number }) => string;
  readonly rowsOf: (parts: { readonly first: number; readonly last: number; readonly total: number }) => string;
  readonly firstPage: string;
  readonly previousPage: string;
  readonly nextPage: string;
  readonly lastPage: string;
  readonly pageSize: string;

  readonly sequence: string;
  readonly sequenceHow: string;
  readonly sequenceName: (parts: { readonly requests: number; readonly overtaken: number }) => string;
  readonly lanes: Readonly<Record<'host' | 'client' | 'server', string>>;
  readonly timeline: string;
  readonly timelineHow: string;
  readonly timelineName: (parts: { readonly requests: number; readonly from: string; readonly to: string }) => string;
  readonly undrawn: (count: number) => string;
  /** What follows the name of a drawing: where the same stands as text. */
  readonly sameAsTable: string;
  readonly scrollBox: (what: string) => string;

  readonly requests: string;
  readonly requestsCaption: string;
  readonly columns: Readonly<Record<ColumnId, string>>;
  readonly sortBy: (column: string) => string;
  readonly details: string;
  readonly closeDetails: string;
  readonly showDetails: (what: string) => string;
  readonly selected: (what: string) => string;
  readonly fields: Readonly<
    Record<
      | 'instanceId'
      | 'start'
      | 'sentAt'
      | 'endedAt'
      | 'queued'
      | 'duration'
      | 'request'
      | 'answer'
      | 'remoteCode'
      | 'isError'
      | 'progressAt'
      | 'aboutIt'
      | 'state',
      string
    >
  >;
  readonly yes: string;
  readonly none: string;

  readonly lives: string;
  readonly livesHow: string;
  readonly lifeName: (parts: { readonly servers: number; readonly from: string; readonly to: string }) => string;
  readonly lifeKinds: Readonly<Record<'client' | 'managed', string>>;
  readonly lifeSteps: (server: string) => string;
  readonly noLives: string;
  readonly moreLives: (count: number) => string;

  readonly events: string;
  readonly eventsCaption: string;
  readonly eventType: string;
  readonly eventTypes: Readonly<Record<EventType, string>>;
  readonly eventColumns: Readonly<Record<'time' | 'trace' | 'server' | 'type' | 'what', string>>;
  readonly noEvents: string;
  readonly stderrText: string;
  readonly stderrTruncated: string;
  readonly words: EventWords;
}

/** What an event says, in words. Names and codes in it are the trace's. */
export interface EventWords {
  readonly processStarted: (pid: string) => string;
  readonly stdinEnded: string;
  readonly terminated: string;
  readonly killed: string;
  readonly exited: (how: string) => string;
  readonly exitCode: (code: string) => string;
  readonly signal: (signal: string) => string;
  readonly spawnFailed: (errno: string) => string;
  readonly connection: (parts: { readonly server: string; readonly version: string; readonly era: string }) => string;
  readonly capabilities: (names: string) => string;
  readonly state: (state: string) => string;
  readonly serverState: (parts: { readonly state: string; readonly generation: string }) => string;
  readonly stderr: (parts: { readonly bytes: string; readonly chunks: number }) => string;
  readonly stderrTruncated: string;
  readonly lateAnswer: (id: string) => string;
  readonly unknownAnswer: (id: string) => string;
  readonly toServer: (method: string) => string;
  readonly fromServer: (method: string) => string;
  readonly serverRequest: (method: string) => string;
  readonly gone: string;
  readonly survivors: (count: number) => string;
  readonly dropped: (count: number) => string;
}

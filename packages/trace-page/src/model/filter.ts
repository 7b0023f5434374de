import type { RequestRow } from './loaded-trace.ts';
import type { Outcome } from './outcome.ts';

/** Which requests are shown. An undefined part lets all through. */
export interface Filter {
  /** Each of its words has to be found. */
  readonly text: string;
  readonly outcome?: Outcome | undefined;
  readonly server?: string | undefined;
  readonly method?: string | undefined;
  /** Only together with a method. */
  readonly tool?: string | undefined;
  readonly runId?: string | undefined;
  /** Which of the traces. */
  readonly trace?: number | undefined;
}

export const emptyFilter: Filter = { text: '' };

/** Whether anything is left out. */
export function isFiltering(filter: Filter): boolean {
  return Object.values(filter).some((part) => part !== undefined && part !== '');
}

/** A test for one filter: what is the same for all rows is done once. */
export function matcher(filter: Filter): (row: RequestRow) => boolean {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  const { outcome, server, method, tool, runId, trace } = filter;
  return (row) =>
    (outcome === undefined || row.outcome === outcome) &&
    (server === undefined || row.server === server) &&
    (method === undefined || row.record.method === method) &&
    (tool === undefined || row.record.tool === tool) &&
    (runId === undefined || row.record.runId === runId) &&
    (trace === undefined || row.trace === trace) &&
    words.every((word) => row.searched.includes(word));
}

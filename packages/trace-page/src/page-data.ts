import type { Language } from './text/language.ts';
import type { TraceInput } from './trace-input.ts';

/** What a page carries with it, as JSON. */
export interface PageData {
  readonly traces: readonly TraceInput[];
  /** Missing: the reader's own. */
  readonly language?: Language;
}

/** The id of the element that holds it. */
export const dataElementId = 'trace-data';
/** The id of the element that the page is drawn into. */
export const rootElementId = 'page';

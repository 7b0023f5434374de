import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { LoadedTraces } from '../model/loaded-trace.ts';
import { formatFor, type Format } from '../text/format.ts';
import type { Strings } from '../text/strings.ts';
import { stringsFor } from '../text/strings-for.ts';
import type { PageAction } from './page-state.ts';

/** What every view needs. */
export interface ViewContext {
  readonly loaded: LoadedTraces;
  readonly strings: Strings;
  readonly format: Format;
  readonly dispatch: (action: PageAction) => void;
}

export const ViewContextProvider = createContext<ViewContext>({
  loaded: { traces: [], requests: [], events: [] },
  strings: stringsFor.en,
  format: formatFor('en'),
  dispatch: () => undefined,
});

export function useView(): ViewContext {
  return useContext(ViewContextProvider);
}

import type { VNode } from 'preact';
import { useLayoutEffect, useMemo, useReducer } from 'preact/hooks';
import type { LoadedTraces } from '../model/loaded-trace.ts';
import { matcher } from '../model/filter.ts';
import { pageSlice } from '../model/page-slice.ts';
import { sorterOf } from '../model/sort.ts';
import { formatFor } from '../text/format.ts';
import type { Language } from '../text/language.ts';
import { shownText } from '../text/shown-text.ts';
import { stringsFor } from '../text/strings-for.ts';
import { EventsSection } from './events-section.tsx';
import { FilterBar } from './filter-bar.tsx';
import { LivesSection } from './lives-section.tsx';
import { outcomeWords } from './outcome-words.ts';
import { OverviewSection } from './overview-section.tsx';
import { PageHeader } from './page-header.tsx';
import { firstState, nextState } from './page-state.ts';
import { Pager } from './pager.tsx';
import { RequestDetails } from './request-details.tsx';
import { requestName } from './request-name.ts';
import { RequestTable } from './request-table.tsx';
import { SequenceSection } from './sequence-section.tsx';
import { SummarySection } from './summary-section.tsx';
import { TimelineSection } from './timeline-section.tsx';
import { ViewContextProvider } from './view-context.ts';

/**
 * The whole page. Every view shows the same page of the same requests, and marks the same one. Their rows have their places for
 * keys, so that another page takes over the elements of this one: to make and to drop thousands is what takes the time.
 */
export function App({ loaded, language }: { readonly loaded: LoadedTraces; readonly language: Language }): VNode {
  const [state, dispatch] = useReducer(nextState, firstState(language));
  const strings = stringsFor[state.language];
  const view = useMemo(
    () => ({ loaded, strings, format: formatFor(state.language), dispatch }),
    [loaded, strings, state.language],
  );
  const sorted = useMemo(() => sorterOf(loaded.requests), [loaded]);
  const found = useMemo(() => sorted(state.sort).filter(matcher(state.filter)), [sorted, state.sort, state.filter]);
  const slice = useMemo(() => pageSlice(found, state.page, state.pageSize), [found, state.page, state.pageSize]);
  const selected = state.selected === undefined ? undefined : loaded.requests[state.selected];

  useLayoutEffect(() => {
    document.documentElement.lang = state.language;
    const titles = loaded.traces.map(({ title }) => shownText(title, 80));
    document.title = [...titles, strings.title].join(' · ');
  }, [loaded, strings, state.language]);
  useLayoutEffect(() => {
    if (state.theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = state.theme;
  }, [state.theme]);
  const isOpen = selected !== undefined;
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-details', isOpen);
  }, [isOpen]);

  const { server } = state.filter;
  // What does not hang on the selection is not drawn again for it.
  const summary = useMemo(() => <SummarySection />, []);
  const lives = useMemo(() => <LivesSection />, []);
  const events = useMemo(
    () => <EventsSection type={state.eventType} page={state.eventPage} />,
    [state.eventType, state.eventPage],
  );
  const overview = useMemo(
    () => <OverviewSection filter={state.filter} found={found} slice={slice} />,
    [state.filter, slice],
  );

  return (
    <ViewContextProvider.Provider value={view}>
      <a class="skip" href="#requests">
        {strings.skipToRequests}
      </a>
      <PageHeader language={state.language} theme={state.theme} />
      <main>
        {loaded.traces.length === 0 ? <p class="empty">{strings.noTraces}</p> : undefined}
        {summary}
        <FilterBar filter={state.filter} shown={found.length} />
        {overview}
        <Pager slice={slice} pageSize={state.pageSize} name={strings.pages} />
        <div class={`drawings${loaded.traces.length === 1 ? ' of-one' : ''}`}>
          <SequenceSection slice={slice} server={server} selected={state.selected} />
          <TimelineSection slice={slice} server={server} selected={state.selected} />
        </div>
        <RequestTable slice={slice} sort={state.sort} selected={state.selected} />
        <Pager slice={slice} pageSize={state.pageSize} name={strings.pagesBelow} />
        {lives}
        {events}
      </main>
      {selected === undefined ? undefined : <RequestDetails row={selected} />}
      <p class="visually-hidden" role="status">
        {selected === undefined ? '' : strings.selected(`${requestName(selected)}, ${outcomeWords(selected, strings)}`)}
      </p>
    </ViewContextProvider.Provider>
  );
}

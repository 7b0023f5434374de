import { emptyFilter, type Filter } from '../model/filter.ts';
import type { PageSize } from '../model/page-slice.ts';
import type { EventType } from '../model/records.ts';
import { firstSort, nextSort, type Sort } from '../model/sort.ts';
import type { ColumnId } from '../model/columns.ts';
import type { Language } from '../text/language.ts';

export type Theme = 'system' | 'light' | 'dark';

/** What a reader has chosen. Nothing of it outlives the page. */
export interface PageState {
  readonly language: Language;
  readonly theme: Theme;
  readonly filter: Filter;
  readonly sort: Sort;
  readonly page: number;
  readonly pageSize: PageSize;
  /** The key of the request whose details are shown. */
  readonly selected: number | undefined;
  readonly eventType: EventType | undefined;
  readonly eventPage: number;
}

export type PageAction =
  | { readonly type: 'language'; readonly language: Language }
  | { readonly type: 'theme'; readonly theme: Theme }
  | { readonly type: 'filter'; readonly filter: Partial<Filter> }
  | { readonly type: 'clear-filter' }
  | { readonly type: 'sort'; readonly column: ColumnId }
  | { readonly type: 'page'; readonly page: number }
  | { readonly type: 'page-size'; readonly pageSize: PageSize }
  | { readonly type: 'select'; readonly key: number | undefined }
  | { readonly type: 'event-type'; readonly eventType: EventType | undefined }
  | { readonly type: 'event-page'; readonly page: number };

export function firstState(language: Language): PageState {
  return {
    language,
    theme: 'system',
    filter: emptyFilter,
    sort: firstSort,
    page: 0,
    pageSize: 100,
    selected: undefined,
    eventType: undefined,
    eventPage: 0,
  };
}

export function nextState(state: PageState, action: PageAction): PageState {
  switch (action.type) {
    case 'language':
      return { ...state, language: action.language };
    case 'theme':
      return { ...state, theme: action.theme };
    case 'filter':
      return { ...state, filter: { ...state.filter, ...action.filter }, page: 0 };
    case 'clear-filter':
      return { ...state, filter: emptyFilter, page: 0 };
    case 'sort':
      return { ...state, sort: nextSort(state.sort, action.column), page: 0 };
    case 'page':
      return { ...state, page: action.page };
    case 'page-size':
      return { ...state, pageSize: action.pageSize, page: 0 };
    case 'select':
      // Selecting it again gives it up.
      return { ...state, selected: action.key === state.selected ? undefined : action.key };
    case 'event-type':
      return { ...state, eventType: action.eventType, eventPage: 0 };
    case 'event-page':
      return { ...state, eventPage: action.page };
  }
}

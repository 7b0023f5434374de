/** How many requests the views show at once. A browser draws some hundred of them in about a frame. */
export const pageSizes = [25, 50, 100, 200] as const;

export type PageSize = (typeof pageSizes)[number];

export interface PageSlice<T> {
  readonly items: readonly T[];
  /** From 0. Within `pageCount`, whichever was wanted. */
  readonly page: number;
  /** At least 1. */
  readonly pageCount: number;
  /** The place of the first item among all, from 0. */
  readonly first: number;
  readonly total: number;
}

export function pageSlice<T>(all: readonly T[], wantedPage: number, size: number): PageSlice<T> {
  const pageCount = Math.max(1, Math.ceil(all.length / size));
  const page = Math.min(Math.max(0, wantedPage), pageCount - 1);
  const first = page * size;
  return { items: all.slice(first, first + size), page, pageCount, first, total: all.length };
}

import type { VNode } from 'preact';
import type { PageSlice } from '../model/page-slice.ts';
import { useView } from './view-context.ts';

interface PageButtonsProps {
  readonly slice: PageSlice<unknown>;
  readonly onPage: (page: number) => void;
}

export function PageButtons({ slice, onPage }: PageButtonsProps): VNode {
  const { strings } = useView();
  const { page, pageCount, first, items, total } = slice;
  const button = (label: string, sign: string, target: number): VNode => (
    // Not `disabled`: focus stays where it is when the last page is reached.
    <button
      type="button"
      class="page-button"
      aria-label={label}
      title={label}
      aria-disabled={target === page || target < 0 || target >= pageCount}
      onClick={() => {
        if (target >= 0 && target < pageCount) onPage(target);
      }}
    >
      {sign}
    </button>
  );
  return (
    <div class="page-buttons">
      {button(strings.firstPage, '⇤', 0)}
      {button(strings.previousPage, '←', page - 1)}
      <span class="page-place">
        <span>{strings.pageOf({ page: page + 1, pages: pageCount })}</span>
        <span class="muted">
          {strings.rowsOf({
            first: total === 0 ? 0 : first + 1,
            last: first + items.length,
            total,
          })}
        </span>
      </span>
      {button(strings.nextPage, '→', page + 1)}
      {button(strings.lastPage, '⇥', pageCount - 1)}
    </div>
  );
}

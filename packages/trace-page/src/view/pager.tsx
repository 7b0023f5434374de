import type { VNode } from 'preact';
import type { RequestRow } from '../model/loaded-trace.ts';
import { pageSizes, type PageSize, type PageSlice } from '../model/page-slice.ts';
import { PageButtons } from './page-buttons.tsx';
import { useView } from './view-context.ts';

interface PagerProps {
  readonly slice: PageSlice<RequestRow>;
  readonly pageSize: PageSize;
  readonly name: string;
}

/** Goes through the pages of requests; nothing where one page holds them all. */
export function Pager({ slice, pageSize, name }: PagerProps): VNode | undefined {
  const { strings, dispatch } = useView();
  if (slice.total <= pageSizes[0]) return undefined;
  return (
    <nav class="pager" aria-label={name}>
      <PageButtons slice={slice} onPage={(page) => dispatch({ type: 'page', page })} />
      <label class="field field-inline">
        <span>{strings.pageSize}</span>
        <select
          value={`${pageSize}`}
          onChange={({ currentTarget }) => {
            const chosen = pageSizes.find((size) => `${size}` === currentTarget.value);
            if (chosen !== undefined) dispatch({ type: 'page-size', pageSize: chosen });
          }}
        >
          {pageSizes.map((size) => (
            <option key={size} value={`${size}`}>
              {size}
            </option>
          ))}
        </select>
      </label>
    </nav>
  );
}

import type { VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { numberColumns, usedColumns, type ColumnId } from '../model/columns.ts';
import type { RequestRow } from '../model/loaded-trace.ts';
import type { PageSlice } from '../model/page-slice.ts';
import type { Sort } from '../model/sort.ts';
import { rowToFocus } from './row-focus.ts';
import { RequestCells } from './request-cells.tsx';
import { ScrollBox } from './scroll-box.tsx';
import { useView } from './view-context.ts';

interface RequestTableProps {
  readonly slice: PageSlice<RequestRow>;
  readonly sort: Sort;
  readonly selected: number | undefined;
}

/** The requests as text: all that the drawings show of them. One stop for the tab key; arrow keys go from row to row. */
export function RequestTable({ slice, sort, selected }: RequestTableProps): VNode {
  const { loaded, strings, dispatch } = useView();
  const [focused, setFocused] = useState(0);
  const body = useRef<HTMLTableSectionElement>(null);
  const shown = useMemo(() => usedColumns(loaded.requests, loaded.traces.length), [loaded]);
  const { items } = slice;
  const stop = Math.min(focused, items.length - 1);

  useEffect(() => {
    const place = items.findIndex(({ key }) => key === selected);
    if (place >= 0) setFocused(place);
  }, [selected, items]);

  const move = (event: KeyboardEvent): void => {
    const place = rowToFocus(event.key, stop, items.length);
    if (place === undefined) return;
    event.preventDefault();
    setFocused(place);
    body.current?.querySelectorAll<HTMLButtonElement>('button.open')[place]?.focus();
  };

  return (
    <section class="requests" id="requests" tabIndex={-1} aria-labelledby="requests-heading">
      <h2 id="requests-heading">{strings.requests}</h2>
      {items.length === 0 ? (
        <p class="empty">{loaded.requests.length === 0 ? strings.noRequests : strings.noMatches}</p>
      ) : (
        <ScrollBox name={strings.requests} class="table-box">
          <table class="records">
            <caption>{strings.requestsCaption}</caption>
            <thead>
              <tr>
                {shown.map((column) => (
                  <ColumnHead
                    key={column}
                    column={column}
                    sort={sort}
                    onSort={() => dispatch({ type: 'sort', column })}
                  />
                ))}
              </tr>
            </thead>
            <tbody ref={body} onKeyDown={move}>
              {items.map((row, place) => (
                <tr
                  key={place}
                  class={row.key === selected ? 'selected' : undefined}
                  data-key={row.key}
                  onClick={() => {
                    setFocused(place);
                    dispatch({ type: 'select', key: row.key });
                  }}
                >
                  <RequestCells row={row} columns={shown} isSelected={row.key === selected} isStop={place === stop} />
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </section>
  );
}

interface ColumnHeadProps {
  readonly column: ColumnId;
  readonly sort: Sort;
  readonly onSort: () => void;
}

function ColumnHead({ column, sort, onSort }: ColumnHeadProps): VNode {
  const { strings } = useView();
  const isSorted = sort.column === column;
  const order = sort.descending ? 'descending' : 'ascending';
  return (
    <th
      scope="col"
      class={numberColumns.has(column) ? 'sortable number' : 'sortable'}
      aria-sort={isSorted ? order : 'none'}
      data-column={column}
    >
      <button type="button" class="sort" title={strings.sortBy(strings.columns[column])} onClick={onSort}>
        {strings.columns[column]}
        <span class="sort-sign" aria-hidden="true">
          {isSorted ? (sort.descending ? '↓' : '↑') : ''}
        </span>
      </button>
    </th>
  );
}

import { columns, type ColumnId } from './columns.ts';
import type { RequestRow } from './loaded-trace.ts';

export interface Sort {
  readonly column: ColumnId;
  readonly descending: boolean;
}

export const firstSort: Sort = { column: 'start', descending: false };

/** What another click on a column's head makes of the order. */
export function nextSort(sort: Sort, column: ColumnId): Sort {
  return { column, descending: sort.column === column && !sort.descending };
}

/** All rows in an order: those that have no value are the last, either way. */
export type Sorter = (sort: Sort) => readonly RequestRow[];

/**
 * Sorts the same rows again and again: each column is sorted once, when it is first wanted. A filter then only has to pick
 * from what is in order already, so that typing into it costs no sorting.
 */
export function sorterOf(rows: readonly RequestRow[]): Sorter {
  const orders = new Map<string, readonly RequestRow[]>();
  return ({ column, descending }) => {
    const name = `${column} ${descending}`;
    const known = orders.get(name);
    if (known !== undefined) return known;
    const order = sorted(rows, column, descending ? -1 : 1);
    orders.set(name, order);
    return order;
  };
}

function sorted(rows: readonly RequestRow[], column: ColumnId, direction: 1 | -1): RequestRow[] {
  const value = columns[column];
  const ranks = ranksOf(new Set(rows.map(value)));
  const rank = (row: RequestRow): number => ranks.get(value(row)) ?? Infinity;
  const withValue = rows.filter((row) => value(row) !== undefined);
  const without = rows.filter((row) => value(row) === undefined);
  // Rows of the same value keep the order in which they began.
  return [
    ...withValue.toSorted((one, other) => (rank(one) - rank(other)) * direction || one.key - other.key),
    ...without,
  ];
}

/** The place of each value: comparing texts as people do is slow, and a trace has few different ones. */
function ranksOf(values: ReadonlySet<number | string | undefined>): Map<number | string | undefined, number> {
  const { compare } = new Intl.Collator('en', { numeric: true });
  const inOrder = [...values]
    .filter((value) => value !== undefined)
    .toSorted((one, other) => {
      if (typeof one === 'number' && typeof other === 'number') return one - other;
      return compare(String(one), String(other));
    });
  return new Map(inOrder.map((value, place) => [value, place]));
}

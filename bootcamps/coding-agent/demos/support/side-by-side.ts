import { columns, padTo } from './text.ts';

const gap = ' | ';
/** How wide each of two columns is. */
export const cellWidth = Math.floor((columns - gap.length) / 2);

/** Two columns; the shorter one is filled with blanks. */
export function sideBySide(left: readonly string[], right: readonly string[]): string[] {
  const count = Math.max(left.length, right.length);
  return Array.from({ length: count }, (_, at) =>
    `${padTo(left[at] ?? '', cellWidth)}${gap}${right[at] ?? ''}`.trimEnd(),
  );
}

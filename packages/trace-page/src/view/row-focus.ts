/** Rows that a page key goes over. */
const pageStep = 10;

/** The row that a key goes to from another, or undefined for a key that goes nowhere. */
export function rowToFocus(key: string, from: number, count: number): number | undefined {
  const wanted = wantedRow(key, from, count);
  return wanted === undefined || count === 0 ? undefined : Math.min(Math.max(0, wanted), count - 1);
}

function wantedRow(key: string, from: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return from + 1;
    case 'ArrowUp':
      return from - 1;
    case 'PageDown':
      return from + pageStep;
    case 'PageUp':
      return from - pageStep;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

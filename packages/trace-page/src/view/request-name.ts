import type { RequestRow } from '../model/loaded-trace.ts';
import { shownText } from '../text/shown-text.ts';

/** Its id and what it asks for: the tool where it calls one, else the method. */
export function requestName({ record }: RequestRow, length = 48): string {
  const id = record.id === undefined ? '' : `#${record.id} `;
  return id + shownText(record.tool ?? record.method, length);
}

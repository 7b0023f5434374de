import type { LoadedTrace } from '../model/loaded-trace.ts';
import { shownText } from '../text/shown-text.ts';

/** The name of a view of one trace: among several it needs a number, since their titles may be the same. */
export function numbered(view: string, { index, title }: LoadedTrace, count: number): string {
  return count === 1 ? view : `${view} ${index + 1}, ${shownText(title, 60)}`;
}

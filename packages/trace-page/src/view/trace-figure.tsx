import type { ComponentChildren, RefObject, VNode } from 'preact';
import type { LoadedTrace } from '../model/loaded-trace.ts';
import { shownText } from '../text/shown-text.ts';
import { useView } from './view-context.ts';

interface TraceFigureProps {
  readonly trace: LoadedTrace;
  readonly class: string;
  readonly box?: RefObject<HTMLElement | null>;
  /** What is said instead of a drawing, where there is nothing to draw. */
  readonly empty?: string | undefined;
  readonly children: ComponentChildren;
}

/** A drawing of one trace; among several it has the trace's title. */
export function TraceFigure({ trace, class: className, box, empty, children }: TraceFigureProps): VNode {
  const { loaded } = useView();
  return (
    <figure class={className} ref={box ?? null}>
      {loaded.traces.length > 1 ? (
        <figcaption>
          <bdi>{shownText(trace.title, 60)}</bdi>
        </figcaption>
      ) : undefined}
      {empty === undefined ? children : <p class="empty">{empty}</p>}
    </figure>
  );
}

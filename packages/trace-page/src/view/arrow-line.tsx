import type { VNode } from 'preact';
import { arrowHead, short, shortened } from '../layout/point.ts';
import type { Arrow } from '../layout/sequence-layout.ts';

/** A line from lane to lane with its head. An answer that nobody waits for ends with a cross instead. */
export function ArrowLine({ arrow, id }: { readonly arrow: Arrow; readonly id?: number | undefined }): VNode {
  const { kind, from, to, start } = arrow;
  // The sign of the end stands there.
  const end = kind === 'answer' ? shortened(start, arrow.end, 6) : arrow.end;
  const isStray = kind === 'late-answer' || kind === 'unknown-answer';
  return (
    <g class={`arrow is-${kind}`} data-kind={kind} data-from={from} data-to={to} data-id={id}>
      <line x1={short(start.x)} y1={short(start.y)} x2={short(end.x)} y2={short(end.y)} />
      {isStray ? (
        <path class="cross" d={`M${end.x - 5} ${end.y - 5}l10 10m0 -10l-10 10`} />
      ) : (
        <path class="head" d={arrowHead(start, end)} />
      )}
    </g>
  );
}

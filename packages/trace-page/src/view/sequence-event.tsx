import type { VNode } from 'preact';
import { clientX, hostX } from '../layout/sequence-lanes.ts';
import type { EventDrawing } from '../layout/sequence-layout.ts';
import { eventWords } from '../text/event-words.ts';
import { shownText } from '../text/shown-text.ts';
import { ArrowLine } from './arrow-line.tsx';
import { EventSign } from './event-sign.tsx';
import { useView } from './view-context.ts';

/** Characters of an event beside its sign. */
const shownLength = 38;

/** What happened besides requests, at its time and on the lane of who it is about. */
export function SequenceEvent({ drawing, trace }: { readonly drawing: EventDrawing; readonly trace: number }): VNode {
  const { strings, format } = useView();
  const { event, at, arrow } = drawing;
  const { record } = event;
  const words = eventWords(record, strings.words, format);
  const id = record.type === 'stray-answer' ? record.id : undefined;
  // Right of its sign; what the host's or the client's lane has to say would run into the next lane with many words.
  const length = at.x === hostX ? 26 : shownLength;
  const left = arrow === undefined ? at.x : clientX;
  const clips = new Map([
    [hostX, `url(#names-${trace})`],
    [clientX, `url(#talk-${trace})`],
  ]);
  return (
    <g class={`event ${record.type}`} data-event={record.type}>
      <title>{words}</title>
      {arrow === undefined ? <EventSign record={record} at={at} /> : <ArrowLine arrow={arrow} id={id} />}
      <text class="event-words" x={left + 10} y={at.y - (arrow === undefined ? -4 : 5)} clip-path={clips.get(left)}>
        {shownText(words, length)}
      </text>
    </g>
  );
}

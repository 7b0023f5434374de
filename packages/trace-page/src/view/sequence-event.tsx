import type { VNode } from 'preact';
import type { EventDrawing } from '../layout/sequence-layout.ts';
import { eventWords } from '../text/event-words.ts';
import { shownText } from '../text/shown-text.ts';
import { ArrowLine } from './arrow-line.tsx';
import { EventSign } from './event-sign.tsx';
import { useView } from './view-context.ts';

/** Characters of an event beside its sign: as many as there is room for before the next lane. */
const shownLength = { host: 26, client: 38, server: 38 } as const;
const narrowLength = { host: 14, client: 16, server: 32 } as const;

interface SequenceEventProps {
  readonly drawing: EventDrawing;
  readonly trace: number;
  readonly isNarrow: boolean;
}

/** What happened besides requests, at its time and on the lane of who it is about. */
export function SequenceEvent({ drawing, trace, isNarrow }: SequenceEventProps): VNode {
  const { strings, format } = useView();
  const { event, at, arrow, lane, words: place } = drawing;
  const { record } = event;
  const words = eventWords(record, strings.words, format);
  const id = record.type === 'stray-answer' ? record.id : undefined;
  const clips = { host: `url(#names-${trace})`, client: `url(#talk-${trace})`, server: undefined };
  return (
    <g class={`event ${record.type}`} data-event={record.type}>
      <title>{words}</title>
      {arrow === undefined ? <EventSign record={record} at={at} /> : <ArrowLine arrow={arrow} id={id} />}
      <text class="event-words" x={place.x} y={place.y} text-anchor={place.anchor} clip-path={clips[lane]}>
        {shownText(words, (isNarrow ? narrowLength : shownLength)[lane])}
      </text>
    </g>
  );
}

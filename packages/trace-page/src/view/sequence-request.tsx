import type { VNode } from 'preact';
import { short } from '../layout/point.ts';
import type { RequestDrawing } from '../layout/sequence-layout.ts';
import { ArrowLine } from './arrow-line.tsx';
import { OutcomeSign } from './outcome-sign.tsx';
import { outcomeClass, outcomeWords } from './outcome-words.ts';
import { requestName } from './request-name.ts';
import { useView } from './view-context.ts';

/** One request: its lines, its name, and the sign of its end. */
export function SequenceRequest({
  drawing,
  isSelected,
}: {
  readonly drawing: RequestDrawing;
  readonly isSelected: boolean;
}): VNode {
  const { strings, format, dispatch } = useView();
  const { row, arrows, labelAt, endAt, progress } = drawing;
  const { id, answeredWith } = row.record;
  const duration = row.durationMs === undefined ? '' : format.time(row.durationMs);
  const ended = [
    id === undefined ? '' : `#${id}`,
    answeredWith === undefined ? duration : `✗ ${strings.otherAnswer(answeredWith)}`,
  ];
  const isSeparate = endAt !== undefined && endAt.y !== labelAt.y;
  return (
    <g
      class={`request ${outcomeClass(row)}${isSelected ? ' selected' : ''}`}
      data-key={row.key}
      data-outcome={row.outcome}
      onClick={() => dispatch({ type: 'select', key: row.key })}
    >
      <title>{`${requestName(row)} · ${outcomeWords(row, strings)}`}</title>
      <path
        class="reach"
        d={arrows.map(({ start, end }) => `M${short(start.x)} ${start.y}L${short(end.x)} ${end.y}`).join('')}
      />
      {arrows.map((arrow) => (
        <ArrowLine key={arrow.kind} arrow={arrow} id={id} />
      ))}
      {progress.map(({ x, y }, place) => (
        <line key={place} class="tick" x1={short(x)} y1={short(y - 4)} x2={short(x)} y2={short(y + 4)} data-tick={id} />
      ))}
      {endAt === undefined ? undefined : <OutcomeSign outcome={row.outcome} at={endAt} />}
      <text class="request-name" x={labelAt.x + 8} y={labelAt.y - 5} clip-path={`url(#names-${row.trace})`}>
        {requestName(row, 24)}
      </text>
      {isSeparate ? (
        <text class="request-end" x={labelAt.x + 16} y={endAt.y - 5}>
          {ended.join(' ')}
        </text>
      ) : undefined}
    </g>
  );
}

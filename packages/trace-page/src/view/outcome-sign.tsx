import type { VNode } from 'preact';
import type { Point } from '../layout/point.ts';
import { outcomes, type Outcome } from '../model/outcome.ts';
import { useView } from './view-context.ts';

/** Outlines around 0 0, some 10 wide: each outcome has a shape of its own, so that no one needs the colours. */
const outlines: Readonly<Record<Outcome, string>> = {
  fulfilled: 'M-5 0A5 5 0 1 1 5 0A5 5 0 1 1 -5 0Z',
  // A ring.
  'tool-error': 'M-5.5 0A5.5 5.5 0 1 1 5.5 0A5.5 5.5 0 1 1 -5.5 0ZM-2.5 0A2.5 2.5 0 1 0 2.5 0A2.5 2.5 0 1 0 -2.5 0Z',
  refused: 'M-4.5 -4.5H4.5V4.5H-4.5Z',
  // An hourglass.
  'timed-out': 'M-5 -5.5H5L0.8 0L5 5.5H-5L-0.8 0Z',
  // A cross.
  aborted: 'M-5.5 -3.5L-3.5 -5.5L0 -2L3.5 -5.5L5.5 -3.5L2 0L5.5 3.5L3.5 5.5L0 2L-3.5 5.5L-5.5 3.5L-2 0Z',
  failed: 'M0 -5.5L6 5H-6Z',
  // A bar.
  'not-sent': 'M-6 -1.6H6V1.6H-6Z',
  // Three points.
  pending: 'M-6.5 -1.6H-3.3V1.6H-6.5ZM-1.6 -1.6H1.6V1.6H-1.6ZM3.3 -1.6H6.5V1.6H3.3Z',
};

/** The sign of an outcome within a drawing. */
export function OutcomeSign({ outcome, at: { x, y } }: { readonly outcome: Outcome; readonly at: Point }): VNode {
  return (
    <path
      class={`sign ${outcome}`}
      d={outlines[outcome]}
      transform={`translate(${Math.round(x * 10) / 10} ${y})`}
      data-sign={outcome}
    />
  );
}

/** The sign with its word, in a text. */
export function OutcomeWord({
  outcome,
  otherAnswer,
}: {
  readonly outcome: Outcome;
  /** The id of the request whose answer it was given. */
  readonly otherAnswer?: number | undefined;
}): VNode {
  const { strings } = useView();
  return (
    <span class={`outcome-word ${outcome}${otherAnswer === undefined ? '' : ' mixed-up'}`}>
      <svg class="outcome-icon" viewBox="-8 -8 16 16" width="14" height="14" aria-hidden="true" focusable="false">
        <OutcomeSign outcome={outcome} at={{ x: 0, y: 0 }} />
      </svg>
      {strings.outcomes[outcome]}
      {otherAnswer === undefined ? '' : ` ✗ ${strings.otherAnswer(otherAnswer)}`}
    </span>
  );
}

/** All signs and what they mean. */
export function Legend(): VNode {
  const { strings } = useView();
  return (
    <dl class="legend" aria-label={strings.legend}>
      {outcomes.map((outcome) => (
        <div key={outcome}>
          <dt>
            <OutcomeWord outcome={outcome} />
          </dt>
          <dd>{strings.outcomeMeanings[outcome]}</dd>
        </div>
      ))}
    </dl>
  );
}

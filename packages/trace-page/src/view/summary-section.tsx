import type { VNode } from 'preact';
import { outcomes } from '../model/outcome.ts';
import { summaryOf, type Summary } from '../model/summary.ts';
import type { Format } from '../text/format.ts';
import { shownText } from '../text/shown-text.ts';
import { Legend, OutcomeWord } from './outcome-sign.tsx';
import { useView } from './view-context.ts';

type NumberName = Exclude<keyof Summary, 'byOutcome'>;

/** In groups: times and order, sizes and talk, processes, what went wrong. */
const groups: readonly (readonly NumberName[])[] = [
  ['p50Ms', 'p95Ms', 'p99Ms', 'longestMs', 'overtaken', 'lateAnswers', 'unknownAnswers'],
  ['requestBytes', 'answerBytes', 'stderrBytes', 'notifications', 'serverRequests'],
  ['starts', 'exits', 'terminations', 'survivors', 'failures', 'diagnostics', 'dropped'],
];

const times: ReadonlySet<NumberName> = new Set(['p50Ms', 'p95Ms', 'p99Ms', 'longestMs']);
const sizes: ReadonlySet<NumberName> = new Set(['requestBytes', 'answerBytes', 'stderrBytes']);
/** Numbers that are 0 where all is well. */
const alarming: ReadonlySet<NumberName> = new Set([
  'lateAnswers',
  'unknownAnswers',
  'terminations',
  'survivors',
  'failures',
  'dropped',
]);

export function SummarySection(): VNode {
  const { loaded, strings } = useView();
  const summaries = loaded.traces.map(summaryOf);
  return (
    <section class="summary" aria-labelledby="summary-heading">
      <h2 id="summary-heading">{strings.summary}</h2>
      <div class="summary-tables">
        <NumbersTable summaries={summaries} caption={strings.legend} isOfOutcomes names={['requests']} />
        {groups.map((names) => (
          <NumbersTable key={names[0]} summaries={summaries} caption={strings.summaryCaption} names={names} />
        ))}
      </div>
      <Legend />
    </section>
  );
}

interface NumbersTableProps {
  readonly summaries: readonly Summary[];
  readonly caption: string;
  readonly names: readonly NumberName[];
  readonly isOfOutcomes?: boolean;
}

function NumbersTable({ summaries, caption, names, isOfOutcomes = false }: NumbersTableProps): VNode {
  const { loaded, strings, format } = useView();
  return (
    <table class={`numbers${summaries.length > 1 ? ' of-many' : ''}`}>
      <caption class="visually-hidden">{caption}</caption>
      <thead class={summaries.length === 1 ? 'visually-hidden' : undefined}>
        <tr>
          <th scope="col">{strings.number}</th>
          {loaded.traces.map(({ index, title }) => (
            <th key={index} scope="col" class="number">
              <bdi class="cut">{shownText(title, 24)}</bdi>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name} data-number={name}>
            <th scope="row">{strings.numbers[name]}</th>
            {summaries.map((summary, index) => (
              <td key={index} class={`number${alarming.has(name) && summary[name] !== 0 ? ' alarming' : ''}`}>
                {said(name, summary[name], format) ?? strings.none}
              </td>
            ))}
          </tr>
        ))}
        {(isOfOutcomes ? outcomes : []).map((outcome) => (
          <tr key={outcome} data-number={outcome}>
            <th scope="row">
              <OutcomeWord outcome={outcome} />
            </th>
            {summaries.map(({ byOutcome }, index) => (
              <td key={index} class={`number${byOutcome[outcome] === 0 ? ' zero' : ''}`}>
                {format.count(byOutcome[outcome])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function said(name: NumberName, value: number | undefined, format: Format): string | undefined {
  if (value === undefined) return undefined;
  if (times.has(name)) return format.time(value);
  return sizes.has(name) ? format.bytes(value) : format.count(value);
}

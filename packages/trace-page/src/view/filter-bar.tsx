import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { filterChoices, type NameChoice } from '../model/filter-choices.ts';
import { isFiltering, type Filter } from '../model/filter.ts';
import { outcomes, type Outcome } from '../model/outcome.ts';
import { shownText } from '../text/shown-text.ts';
import { Choice } from './choice.tsx';
import { useView } from './view-context.ts';

export function FilterBar({ filter, shown }: { readonly filter: Filter; readonly shown: number }): VNode {
  const { loaded, strings, format, dispatch } = useView();
  const choices = useMemo(() => filterChoices(loaded.requests), [loaded]);
  const change = (filter: Partial<Filter>): void => dispatch({ type: 'filter', filter });
  const name = choices.names.findIndex(({ method, tool }) => method === filter.method && tool === filter.tool);
  const indexed = (values: readonly string[]): readonly (readonly [string, string])[] =>
    values.map((value, index) => [`${index}`, shownText(value, 60)]);
  return (
    <search class="filter" aria-label={strings.filter}>
      <label class="field field-text">
        <span>{strings.filterText}</span>
        <input
          type="search"
          value={filter.text}
          placeholder={strings.filterTextHint}
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => change({ text: currentTarget.value })}
        />
      </label>
      <Choice
        label={strings.filterOutcome}
        value={filter.outcome ?? ''}
        options={outcomes.map((outcome) => [outcome, strings.outcomes[outcome]])}
        onChoose={(value) => change({ outcome: value === '' ? undefined : (value as Outcome) })}
      />
      {choices.servers.length > 1 ? (
        <Choice
          label={strings.filterServer}
          value={indexOf(choices.servers, filter.server)}
          options={indexed(choices.servers)}
          onChoose={(value) => change({ server: value === '' ? undefined : choices.servers[Number(value)] })}
        />
      ) : undefined}
      <Choice
        label={strings.filterName}
        value={name < 0 ? '' : `${name}`}
        options={choices.names.map((choice, index) => [`${index}`, nameOf(choice)])}
        onChoose={(value) => {
          const chosen = value === '' ? undefined : choices.names[Number(value)];
          change({ method: chosen?.method, tool: chosen?.tool });
        }}
      />
      {choices.runIds.length > 0 ? (
        <Choice
          label={strings.filterRun}
          value={indexOf(choices.runIds, filter.runId)}
          options={indexed(choices.runIds)}
          onChoose={(value) => change({ runId: value === '' ? undefined : choices.runIds[Number(value)] })}
        />
      ) : undefined}
      {loaded.traces.length > 1 ? (
        <Choice
          label={strings.filterTrace}
          value={filter.trace === undefined ? '' : `${filter.trace}`}
          options={indexed(loaded.traces.map(({ title }) => title))}
          onChoose={(value) => change({ trace: value === '' ? undefined : Number(value) })}
        />
      ) : undefined}
      <button
        type="button"
        class="plain"
        disabled={!isFiltering(filter)}
        onClick={() => dispatch({ type: 'clear-filter' })}
      >
        {strings.clearFilter}
      </button>
      <p class="found" role="status">
        {strings.found({ shown: format.count(shown), total: format.count(loaded.requests.length) })}
      </p>
    </search>
  );
}

/** The tools of a method stand below it. */
function nameOf({ method, tool }: NameChoice): string {
  return tool === undefined ? shownText(method, 60) : `\u00a0\u00a0${shownText(tool, 60)}`;
}

function indexOf(values: readonly string[], value: string | undefined): string {
  const index = value === undefined ? -1 : values.indexOf(value);
  return index < 0 ? '' : `${index}`;
}

import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { filterChoices, type NameChoice } from '../model/filter-choices.ts';
import { isFiltering, type Filter } from '../model/filter.ts';
import { outcomes } from '../model/outcome.ts';
import { shownText } from '../text/shown-text.ts';
import { Choice } from './choice.tsx';
import { useView } from './view-context.ts';

export function FilterBar({ filter, shown }: { readonly filter: Filter; readonly shown: number }): VNode {
  const { loaded, strings, dispatch } = useView();
  const choicesFor = useMemo(() => filterChoices(loaded.requests), [loaded]);
  const { servers, names, runIds } = useMemo(() => choicesFor(filter), [choicesFor, filter]);
  const change = (filter: Partial<Filter>): void => dispatch({ type: 'filter', filter });
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
        list={outcomes}
        isChosen={(outcome) => outcome === filter.outcome}
        textOf={(outcome) => strings.outcomes[outcome]}
        onChoose={(outcome) => change({ outcome })}
      />
      {servers.listed.length + servers.more > 1 ? (
        <Choice
          label={strings.filterServer}
          list={servers.listed}
          more={servers.more}
          isChosen={(server) => server === filter.server}
          textOf={choiceText}
          onChoose={(server) => change({ server })}
        />
      ) : undefined}
      <Choice
        label={strings.filterName}
        list={names.listed}
        more={names.more}
        isChosen={({ method, tool }) => method === filter.method && tool === filter.tool}
        textOf={nameOf}
        onChoose={(name) => change({ method: name?.method, tool: name?.tool })}
      />
      {runIds.listed.length + runIds.more > 0 ? (
        <Choice
          label={strings.filterRun}
          list={runIds.listed}
          more={runIds.more}
          isChosen={(runId) => runId === filter.runId}
          textOf={choiceText}
          onChoose={(runId) => change({ runId })}
        />
      ) : undefined}
      {loaded.traces.length > 1 ? (
        <Choice
          label={strings.filterTrace}
          list={loaded.traces}
          isChosen={({ index }) => index === filter.trace}
          textOf={({ title }) => choiceText(title)}
          onChoose={(trace) => change({ trace: trace?.index })}
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
        {strings.found({ shown, total: loaded.requests.length })}
      </p>
    </search>
  );
}

function choiceText(text: string): string {
  return shownText(text, 60);
}

/** The tools of a method stand below it. */
function nameOf({ method, tool }: NameChoice): string {
  return tool === undefined ? choiceText(method) : `\u00a0\u00a0${choiceText(tool)}`;
}

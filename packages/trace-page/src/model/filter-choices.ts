import { matcher, type Filter } from './filter.ts';
import type { RequestRow } from './loaded-trace.ts';

/** Entries of one list. Of more, those are listed that the text of the filter finds. */
const mostListed = 200;

export interface NameChoice {
  readonly method: string;
  readonly tool?: string;
}

/** One list to choose from. */
interface Choices<T> {
  readonly listed: readonly T[];
  /** As many more occur: a text finds them. */
  readonly more: number;
}

/** What a filter can be set to: only what occurs. */
export interface FilterChoices {
  readonly servers: Choices<string>;
  readonly names: Choices<NameChoice>;
  readonly runIds: Choices<string>;
}

/** The lists for each state of the filter; what does not hang on that is done once. */
export function filterChoices(rows: readonly RequestRow[]): (filter: Filter) => FilterChoices {
  const all = choicesOf(rows);
  const isLong = Object.values(all).some((values) => values.length > mostListed);
  return (filter) => {
    const { text, server, method, tool, runId } = filter;
    const found = isLong && text !== '' ? choicesOf(rows.filter(matcher({ text }))) : all;
    return {
      servers: bounded(all.servers, found.servers, (value) => value === server),
      names: bounded(all.names, found.names, (name) => name.method === method && name.tool === tool),
      runIds: bounded(all.runIds, found.runIds, (value) => value === runId),
    };
  };
}

function choicesOf(rows: readonly RequestRow[]): {
  readonly servers: readonly string[];
  readonly names: readonly NameChoice[];
  readonly runIds: readonly string[];
} {
  const servers = new Set<string>();
  const methods = new Map<string, Set<string>>();
  const runIds = new Set<string>();
  for (const { server, record } of rows) {
    servers.add(server);
    if (record.runId !== undefined) runIds.add(record.runId);
    const tools = methods.get(record.method) ?? new Set();
    methods.set(record.method, tools);
    if (record.tool !== undefined) tools.add(record.tool);
  }
  const names = Array.from(methods, ([method, tools]): NameChoice[] => [
    { method },
    ...Array.from(tools)
      .toSorted()
      .map((tool) => ({ method, tool })),
  ]);
  return { servers: [...servers].toSorted(), names: names.flat(), runIds: [...runIds].toSorted() };
}

/** A short list whole; of a long one what was found. What is chosen is in its list in any case. */
function bounded<T>(all: readonly T[], found: readonly T[], isChosen: (value: T) => boolean): Choices<T> {
  if (all.length <= mostListed) return { listed: all, more: 0 };
  const first = found.slice(0, mostListed);
  const chosen = all.find(isChosen);
  const listed = chosen === undefined || first.some(isChosen) ? first : [chosen, ...first.slice(0, mostListed - 1)];
  return { listed, more: all.length - listed.length };
}

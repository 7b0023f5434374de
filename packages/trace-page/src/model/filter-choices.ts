import type { RequestRow } from './loaded-trace.ts';

/** Entries of one list. A trace with more names than that is better searched by text. */
const mostChoices = 200;

export interface NameChoice {
  readonly method: string;
  readonly tool?: string;
}

/** What a filter can be set to: only what occurs. */
export interface FilterChoices {
  readonly servers: readonly string[];
  readonly names: readonly NameChoice[];
  readonly runIds: readonly string[];
}

export function filterChoices(rows: readonly RequestRow[]): FilterChoices {
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
  const names = Array.from(methods, ([method, tools]) => [
    { method },
    ...Array.from(tools)
      .toSorted()
      .map((tool) => ({ method, tool })),
  ]);
  return { servers: first(servers), names: names.flat().slice(0, mostChoices), runIds: first(runIds) };
}

function first(values: ReadonlySet<string>): string[] {
  return [...values].toSorted().slice(0, mostChoices);
}

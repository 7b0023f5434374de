import { groupBy } from './group-by.ts';
import type { EventRow, LoadedTrace } from './loaded-trace.ts';

/** A stretch of time in one state. */
interface Phase {
  readonly state: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** One client and the process it talks to, or one server as its manager sees it, from its first record to its last. */
export interface Life {
  readonly kind: 'client' | 'managed';
  readonly trace: number;
  readonly server: string;
  /** Of a client. */
  readonly instanceId: string | undefined;
  readonly phases: readonly Phase[];
  /** What happened to it, in order. */
  readonly steps: readonly EventRow[];
}

const clientSteps: ReadonlySet<string> = new Set(['state', 'process', 'connection', 'gone']);

/** The lives in a trace, in the order in which they began. */
export function livesOf(trace: LoadedTrace): Life[] {
  const steps = trace.events.filter(({ record }) => clientSteps.has(record.type) || record.type === 'server-state');
  const groups = groupBy(steps, ({ record, server }) =>
    'instanceId' in record ? `client ${record.instanceId}` : `managed ${server}`,
  );
  return Array.from(groups.values(), (rows) => lifeOf(rows, trace));
}

function lifeOf(steps: readonly EventRow[], { index, lastMs }: LoadedTrace): Life {
  const [first] = steps;
  const instanceId = first !== undefined && 'instanceId' in first.record ? first.record.instanceId : undefined;
  return {
    kind: instanceId === undefined ? 'managed' : 'client',
    trace: index,
    server: first?.server ?? '',
    instanceId,
    phases: phasesOf(steps, lastMs),
    steps,
  };
}

/** A state holds until the next one; the last until the end of the trace. States in which nothing is there are left out. */
function phasesOf(steps: readonly EventRow[], lastMs: number): Phase[] {
  const states = steps.flatMap(({ record, ms }): { readonly state: string; readonly fromMs: number }[] =>
    record.type === 'state' || record.type === 'server-state' ? [{ state: record.state, fromMs: ms }] : [],
  );
  const empty: ReadonlySet<string> = new Set(['idle', 'closed', 'disabled', 'stopped']);
  return states
    .map(({ state, fromMs }, place) => ({ state, fromMs, toMs: states[place + 1]?.fromMs ?? lastMs }))
    .filter(({ state }) => !empty.has(state));
}

import { isGreen, type RunRecord } from '../evidence.ts';

/** All runs of the solution, and what they say together. */
export interface SolutionHistory {
  readonly kind: 'steady' | 'flaky' | 'order-dependent';
  readonly runs: readonly RunRecord[];
}

/**
 * `steady`: all runs agree. Otherwise the repetition in the same order decides: the same failure again is a dependence on
 * order, another result is a flake.
 */
export function solutionHistory(all: readonly RunRecord[]): SolutionHistory {
  const runs = all.filter((run) => run.variant.kind === 'solution');
  const failed = runs.filter((run) => !isGreen(run));
  if (failed.length === 0 || failed.length === runs.length) return { kind: 'steady', runs };
  const orders = new Map<string, boolean[]>();
  for (const run of runs) {
    const key = run.order.kind === 'shuffled' ? `seed ${run.order.seed}` : run.order.kind;
    orders.set(key, [...(orders.get(key) ?? []), isGreen(run)]);
  }
  const unsure = [...orders.values()].some((results) => results.includes(true) && results.includes(false));
  return { kind: unsure ? 'flaky' : 'order-dependent', runs };
}

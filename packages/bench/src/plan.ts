import { findClient, isMeasuredIn } from './clients/catalogue.ts';
import { rows } from './rows.ts';
import type { BenchOptions } from './options.ts';

/** One row in one size, for one client after the other. */
export interface PlannedTurn {
  readonly row: string;
  readonly variant: number;
  readonly clients: readonly string[];
}

/**
 * What one round measures, in its order. The clients of a turn follow one another closely, so that a slow moment of the
 * machine meets all of them, and each round begins with another one, so that none always comes first.
 */
export function planRound(
  { rows: chosen, clients, isQuick }: Pick<BenchOptions, 'rows' | 'clients' | 'isQuick'>,
  round: number,
): readonly PlannedTurn[] {
  const turns: PlannedTurn[] = [];
  for (const row of rows) {
    if (!chosen.includes(row.name)) continue;
    const able = clients
      .filter((name) => isMeasuredIn(row.name, findClient(name)))
      .filter((name) => !row.needsDeadlines || findClient(name).hasDeadlines);
    const first = able.length === 0 ? 0 : round % able.length;
    const inTurn = [...able.slice(first), ...able.slice(0, first)];
    for (const variant of isQuick ? row.quickVariants : row.variants) {
      turns.push({ row: row.name, variant, clients: inTurn });
    }
  }
  return turns;
}

import { findClient } from './clients/catalogue.ts';
import { rows } from './rows.ts';
import type { BenchOptions } from './options.ts';

export interface PlannedCell {
  readonly row: string;
  readonly variant: number;
  readonly client: string;
}

/**
 * What one round measures, in its order. The clients take turns within each row, so that a slow moment of the machine
 * meets all of them, and each round begins with another one, so that none always comes first.
 */
export function planRound(
  { rows: chosen, clients, isQuick }: Pick<BenchOptions, 'rows' | 'clients' | 'isQuick'>,
  round: number,
): readonly PlannedCell[] {
  const cells: PlannedCell[] = [];
  for (const row of rows) {
    if (!chosen.includes(row.name)) continue;
    const able = clients.filter((name) => !row.needsDeadlines || findClient(name).hasDeadlines);
    for (const variant of isQuick ? row.quickVariants : row.variants) {
      for (let turn = 0; turn < able.length; turn += 1) {
        const client = able[(turn + round) % able.length];
        if (client !== undefined) cells.push({ row: row.name, variant, client });
      }
    }
  }
  return cells;
}

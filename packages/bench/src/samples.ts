import type { Rounds } from './statistics.ts';

/** One number of one client in one round. */
export interface Sample {
  readonly round: number;
  readonly row: string;
  readonly client: string;
  readonly metric: string;
  readonly value: number;
}

/** A cell that gave no numbers. */
export interface FailedCell {
  readonly round: number;
  readonly row: string;
  readonly variant: number;
  readonly client: string;
  readonly why: string;
}

/** A client's values of one metric, by round. */
export function valuesOf(
  samples: readonly Sample[],
  wanted: { readonly row: string; readonly client: string; readonly metric: string },
): Rounds {
  const matching = samples.filter(
    ({ row, client, metric }) => row === wanted.row && client === wanted.client && metric === wanted.metric,
  );
  return new Map(matching.map(({ round, value }) => [round, value]));
}

/** How many times as long 32 MiB take as 8 MiB: what two processes of one round measured. */
export function growthSamples(samples: readonly Sample[]): readonly Sample[] {
  const growth: Sample[] = [];
  for (const big of samples) {
    if (big.row !== 'answers' || big.metric !== 'ms32') continue;
    const small = samples.find(
      ({ row, metric, client, round }) =>
        row === 'answers' && metric === 'ms8' && client === big.client && round === big.round,
    );
    if (small) growth.push({ ...big, metric: 'growth', value: big.value / small.value });
  }
  return growth;
}

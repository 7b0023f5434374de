/** The middle value, or the mean of the two in the middle; NaN of nothing. */
export function median(values: readonly number[]): number {
  const sorted = ascending(values);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

/** The smallest value that at least so many percent of all are not above (nearest rank); NaN of nothing. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = ascending(values);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

/** Values by round. */
export type Rounds = ReadonlyMap<number, number>;

/**
 * The median of the ratios that were measured within one round: a slow moment of the machine meets both sides of such a
 * ratio, and only one side of a ratio of medians. Undefined when no round has both.
 */
export function medianRatio(values: Rounds, baseline: Rounds): number | undefined {
  const ratios: number[] = [];
  for (const [round, value] of values) {
    const base = baseline.get(round);
    if (base !== undefined && base !== 0) ratios.push(value / base);
  }
  return ratios.length === 0 ? undefined : median(ratios);
}

function ascending(values: readonly number[]): readonly number[] {
  return values.toSorted((a, b) => a - b);
}

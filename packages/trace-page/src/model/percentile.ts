/**
 * The value that `percent` of all values do not exceed (nearest rank, so that it is one of them), or undefined for none.
 *
 * @param sorted smallest first
 * @param percent above 0, up to 100
 */
export function percentile(sorted: readonly number[], percent: number): number | undefined {
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
}

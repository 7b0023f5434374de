/** Names are compared up to this length: what is longer is not a slip of a finger. */
const maxLength = 64;

/** Names that may have been meant by one that does not exist, the nearest first, three at most. */
export function nearest(name: string, names: readonly string[]): string[] {
  const wanted = name.slice(0, maxLength).toLowerCase();
  // Two slips, and one more for every third letter.
  const bound = Math.max(2, Math.floor(wanted.length / 3));
  return names
    .map((candidate) => ({ candidate, distance: rank(wanted, candidate.slice(0, maxLength).toLowerCase()) }))
    .filter(({ distance }) => distance <= bound)
    .toSorted((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/** A beginning or a part of a name is as near as one slip. */
function rank(wanted: string, candidate: string): number {
  const slips = distance(wanted, candidate);
  return wanted.length > 1 && candidate.includes(wanted) ? Math.min(1, slips) : slips;
}

/** Letters to put in, take out, exchange or swap with their neighbour (Damerau and Levenshtein, without overlaps). */
function distance(a: string, b: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
}

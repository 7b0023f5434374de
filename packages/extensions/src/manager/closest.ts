/** Changes of a letter that make one word of another (Levenshtein), as long as they are few. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let at = 0; at < a.length; at += 1) {
    const next = [at + 1];
    for (let index = 1; index <= b.length; index += 1) {
      const same = b[index - 1] === a[at] ? 0 : 1;
      next.push(Math.min((row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1, (row[index - 1] ?? 0) + same));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The word that was probably meant: it differs in a letter or two, or in case only. Undefined when none is close. */
export function closest(word: string, words: readonly string[]): string | undefined {
  if (word.length > 40) return undefined;
  const folded = word.toLowerCase();
  const [best] = words
    .map((candidate) => ({ candidate, changes: distance(folded, candidate.toLowerCase()) }))
    .filter(({ changes, candidate }) => changes <= (candidate.length > 4 ? 2 : 1))
    .toSorted((a, b) => a.changes - b.changes);
  return best?.candidate;
}

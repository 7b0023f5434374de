/** Splits a line into its words. */
export function clean(line: string): string[] {
  return line.split(' ').filter((word) => word !== '');
}

export function longest(words: readonly string[]): string {
  let best = '';
  for (const word of words) {
    if (word.length > best.length) best = word;
  }
  return best;
}

export function initials(words: readonly string[]): string {
  return words.map((word) => word.slice(0, 1)).join('');
}

export function total(words: readonly string[]): number {
  let letters = 0;
  for (const word of words) letters += word.length;
  return letters;
}

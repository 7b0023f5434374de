/** Splits a line into its words. */
export function clean(line: string): string[] {
  return line.trim().split(/ +/);
}

export function longest(words: readonly string[]): string {
  return words.reduce((best, word) => (word.length > best.length ? word : best), '');
}

export function initials(words: readonly string[]): string {
  return words.reduce((all, word) => all + word.charAt(0), '');
}

export function total(words: readonly string[]): number {
  return words.join('').length;
}

/** Splits a line into its words. */
export function clean(line: string): string[] {
  return line.split(' ').filter((word) => word !== '');
}

export function longest(_words: readonly string[]): string {
  // TODO(TODO_WORDS): keep the best one so far.
  throw notYet();
}

export function initials(_words: readonly string[]): string {
  // TODO(TODO_WORDS): one letter of each.
  throw notYet();
}

export function total(_words: readonly string[]): number {
  // TODO(TODO_WORDS): add up.
  throw notYet();
}

function notYet(): Error {
  const error = new Error('写出单词函数\nWrite the word functions\nhint: pnpm lesson hint 00 longest');
  return Object.assign(error, { name: 'NotImplementedError', code: 'TODO_WORDS' });
}

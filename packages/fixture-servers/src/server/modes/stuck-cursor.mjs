/**
 * Lists all its tools on every page, and always names the same next one: there is no last page.
 *
 * Serves L-04 (listTools), Q-01.
 */
/** @type {import('../types.ts').CreateMode} */
export function createMode({ tools }) {
  return {
    list: (cursor) => (cursor === undefined || cursor === 'again' ? { tools, nextCursor: 'again' } : undefined),
  };
}

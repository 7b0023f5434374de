/**
 * Lists all its tools on every page, and always names the same next one: there is no last page. With `fresh` each page
 * names another next one, so that nothing repeats.
 *
 * Serves L-04 (listTools), Q-01.
 */
/** @type {import('../types.ts').CreateMode} */
export function createMode({ tools, options: { fresh = false } }) {
  let page = 1;
  return {
    list(cursor) {
      const nextCursor = fresh ? `page-${(page += 1)}` : 'again';
      const known = cursor === undefined || cursor === 'again' || (fresh && /^page-\d+$/.test(cursor));
      return known ? { tools, nextCursor } : undefined;
    },
  };
}

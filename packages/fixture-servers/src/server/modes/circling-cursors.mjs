/**
 * Lists one tool on every page; the next page is `a` and `b` in turn, so that no cursor is the one before, and there is
 * no last page.
 *
 * Serves C-09, Q-01.
 */
/** @type {import('../types.ts').CreateMode} */
export function createMode({ tools }) {
  return {
    list(cursor) {
      if (cursor !== undefined && cursor !== 'a' && cursor !== 'b') return undefined;
      return { tools: cursor === 'b' ? tools.slice(1) : tools.slice(0, 1), nextCursor: cursor === 'a' ? 'b' : 'a' };
    },
  };
}

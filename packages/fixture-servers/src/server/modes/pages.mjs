/**
 * Lists its tools on three pages.
 *
 * Serves L-04 (listTools), C-09.
 */
/** @type {import('../types.ts').CreateMode} */
export function createMode({ tools }) {
  return {
    list(cursor = 'page-1') {
      if (cursor === 'page-1') return { tools: tools.slice(0, 1), nextCursor: 'page-2' };
      if (cursor === 'page-2') return { tools: tools.slice(1, 2), nextCursor: 'page-3' };
      if (cursor === 'page-3') return { tools: tools.slice(2) };
      return undefined;
    },
  };
}

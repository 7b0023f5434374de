/**
 * Lists its tools on two pages; the cursor of the second is the empty string.
 *
 * Serves L-04 (listTools).
 */
/** @type {import('../types.ts').CreateMode} */
export function createMode({ tools }) {
  return {
    list(cursor) {
      if (cursor === undefined) return { tools: tools.slice(0, 1), nextCursor: '' };
      return cursor === '' ? { tools: tools.slice(1) } : undefined;
    },
  };
}

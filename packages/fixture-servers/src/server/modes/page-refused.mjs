/**
 * Lists its tools, names a second page, and refuses to give it.
 *
 * Serves C-09, Q-01.
 */
/** @type {import('../types.ts').CreateMode} */
export function createMode({ tools }) {
  return { list: (cursor) => (cursor === undefined ? { tools, nextCursor: 'page-2' } : undefined) };
}

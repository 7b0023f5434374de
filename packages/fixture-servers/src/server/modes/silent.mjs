/**
 * Reads everything and answers nothing, not even initialize.
 *
 * Serves C-05, C-14.
 */
/** @type {import('../types.ts').CreateMode} */
export function createMode() {
  return { receive: () => true };
}

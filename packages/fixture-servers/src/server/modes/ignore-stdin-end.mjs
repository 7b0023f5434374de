/**
 * Lives on when stdin has ended; a signal ends it.
 *
 * Serves C-31.
 */
/** @type {import('../types.ts').CreateMode} */
export function createMode() {
  return { stdinEnd: () => true };
}

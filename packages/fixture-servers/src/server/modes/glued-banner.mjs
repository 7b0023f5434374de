/**
 * Prints a banner without a newline at the start: the answer to initialize ends up on the same line.
 *
 * Serves C-21, Q-01.
 */
/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  return { start: () => void server.write('fixture server ready ') };
}

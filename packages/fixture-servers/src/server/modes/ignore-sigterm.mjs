/**
 * Lives on when stdin has ended, and when SIGTERM comes.
 *
 * Serves C-31, Q-01.
 */
/** @type {import('../types.ts').CreateMode} */
export function createMode() {
  return { stdinEnd: () => true, signal: (signal) => signal === 'SIGTERM' };
}

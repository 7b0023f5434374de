/**
 * Reads initialize, says why on stderr, and ends with exit code 7 instead of an answer.
 *
 * Serves C-05, Q-01.
 */
/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  return {
    receive() {
      void server.log('fixture server: no configuration file\n');
      server.exit({ code: 7 });
      return true;
    },
  };
}

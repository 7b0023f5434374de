/**
 * Says why on stderr and ends with exit code 7 before it reads anything.
 *
 * Serves C-05.
 */
/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  return {
    start() {
      void server.log('fixture server: ending before the handshake\n');
      server.exit({ code: 7 });
    },
  };
}

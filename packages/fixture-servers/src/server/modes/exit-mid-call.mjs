/**
 * Any tools/call ends the process with exit code 7, unanswered.
 *
 * Serves L-03 (server exit), C-30.
 */
/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  return {
    receive({ method }) {
      if (method !== 'tools/call') return false;
      server.exit({ code: 7 });
      return true;
    },
  };
}

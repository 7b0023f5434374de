/**
 * Before the answer to tools/call comes one with an id that was never used, and the text `for nobody`.
 *
 * Serves C-10, C-22, Q-01.
 */
const unusedId = 1_000_000_007;

/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  return {
    async answer(answer, { method }) {
      if (method === 'tools/call') await server.send(server.textAnswer(unusedId, 'for nobody'));
      await server.send(answer);
    },
  };
}

/**
 * Answers initialize with an error that has nothing to do with revisions.
 *
 * Serves C-05, Q-01.
 */
/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  return {
    answer(answer, { method }) {
      if (method !== 'initialize') return server.send(answer);
      return server.send({ jsonrpc: '2.0', id: answer.id, error: { code: -32603, message: 'no database' } });
    },
  };
}

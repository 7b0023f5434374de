/**
 * Answers tools/call twice; the second time the text is `duplicate`.
 *
 * Serves C-12, C-22, Q-01.
 */
/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  return {
    async answer(answer, { method }) {
      await server.send(answer);
      if (method === 'tools/call') await server.send(server.textAnswer(answer.id, 'duplicate'));
    },
  };
}

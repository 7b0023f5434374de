/**
 * Answers tools/call with a result and an error in one message.
 *
 * Serves C-22, Q-01.
 */
/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  return {
    answer(answer, { method }) {
      if (method !== 'tools/call') return server.send(answer);
      const error = { code: -32603, message: 'a result and an error at once' };
      const both = { ...server.textAnswer(answer.id, 'a result and an error at once'), error, ...answer };
      return server.sendText(`${JSON.stringify(both)}\n`, answer.id);
    },
  };
}

/**
 * Answers tools/call with neither a result nor an error.
 *
 * Serves C-22, Q-01.
 */
/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  return {
    answer(answer, { method }) {
      if (method !== 'tools/call') return server.send(answer);
      return server.sendText(`${JSON.stringify({ jsonrpc: '2.0', id: answer.id })}\n`, answer.id);
    },
  };
}

/**
 * Before the answer to tools/call come four lines that are JSON but no objects: a number, null, a string, an array.
 *
 * Serves C-22, Q-01.
 */
/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  return {
    answer(answer, { method }) {
      if (method !== 'tools/call') return server.send(answer);
      return server.sendText(`42\nnull\n"text"\n[]\n${JSON.stringify(answer)}\n`, answer.id);
    },
  };
}

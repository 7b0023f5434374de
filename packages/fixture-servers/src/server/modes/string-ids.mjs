/**
 * Answers tools/call with the id as a string: `"3"` to a request with id `3`.
 *
 * Serves L-04 (numeric ids), C-10, C-22.
 */
/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  return {
    answer(answer, { method }) {
      return server.send(method === 'tools/call' ? { ...answer, id: String(answer.id) } : answer);
    },
  };
}

/**
 * Before it answers a tools/call the server asks something itself: a ping, with the very id of the call, and a method
 * that nobody knows, with the next id. It does not wait for the client's answers; the journal shows them.
 *
 * Serves C-18.
 */
/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  return {
    async answer(answer, { id, method }) {
      if (method === 'tools/call') {
        await ask(id, 'ping');
        await ask(typeof id === 'number' ? id + 1 : `${id}+1`, 'fixture/unknown');
      }
      return server.send(answer);
    },
  };

  /**
   * @param {number | string} id
   * @param {string} method
   */
  function ask(id, method) {
    return server.write(`${JSON.stringify({ jsonrpc: '2.0', id, method })}\n`);
  }
}

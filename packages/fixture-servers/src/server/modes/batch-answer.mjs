/**
 * Agrees on the revision `revision` (default `2025-03-26`, the only one that allows arrays of messages), and answers
 * tools/call with an array: a notification and the answer.
 *
 * Serves C-08, C-22, Q-01.
 */
/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  const { revision: protocolVersion = '2025-03-26' } = server.options;
  const notification = { jsonrpc: '2.0', method: 'notifications/fixture', params: {} };
  return {
    answer(answer, { method }) {
      if (method === 'initialize' && 'result' in answer) {
        return server.send({ ...answer, result: { ...answer.result, protocolVersion } });
      }
      if (method !== 'tools/call') return server.send(answer);
      return server.sendText(`${JSON.stringify([notification, answer])}\n`, answer.id);
    },
  };
}

/**
 * Answers initialize with the revision `revision` (default `1999-01-01`), whatever was asked for.
 *
 * Serves L-09 (version negotiation), C-05, C-07.
 */
/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  const { revision: protocolVersion = '1999-01-01' } = server.options;
  return {
    answer(answer, { method }) {
      if (method !== 'initialize' || !('result' in answer)) return server.send(answer);
      return server.send({ ...answer, result: { ...answer.result, protocolVersion } });
    },
  };
}

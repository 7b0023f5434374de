/**
 * Answers initialize with an error, as if it did not know the client's revision, and lists one nobody else knows.
 *
 * Serves L-09 (version negotiation), C-05, C-07.
 */
/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  return {
    answer(answer, { method, params }) {
      if (method !== 'initialize') return server.send(answer);
      const data = { supported: ['1999-01-01'], requested: params?.['protocolVersion'] };
      const error = { code: -32602, message: 'Unsupported protocol version', data };
      return server.send({ jsonrpc: '2.0', id: answer.id, error });
    },
  };
}

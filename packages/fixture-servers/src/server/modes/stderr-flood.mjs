/**
 * Writes `bytes` bytes (default 1 MiB) to stderr before each answer, and answers only when stderr has taken them: a
 * client that does not drain stderr waits for ever.
 *
 * Serves L-09 (bounded stderr), C-24, Q-01, Q-02.
 */
/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  const { bytes = 1024 * 1024 } = server.options;
  const block = 'fixture server: one more line of a log that nobody asked for...\n'.repeat(1024);
  return {
    async answer(answer) {
      for (let left = bytes; left > 0 && !server.ending; left -= block.length) await server.log(block.slice(0, left));
      return server.send(answer);
    },
  };
}

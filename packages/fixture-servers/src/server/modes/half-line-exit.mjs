/**
 * Writes the first half of the answer to tools/call, then ends with exit code 7.
 *
 * Serves C-30, Q-01.
 */
/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  return {
    answer(answer, { method }) {
      if (method !== 'tools/call') return server.send(answer);
      const line = JSON.stringify(answer);
      const written = server.write(line.slice(0, line.length / 2));
      server.exit({ code: 7 });
      return written;
    },
  };
}

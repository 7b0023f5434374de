/**
 * Before each answer to tools/call come `count` lines (default 20 000) that are no protocol.
 *
 * Serves C-21, Q-01.
 */
/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  const { count = 20_000 } = server.options;
  return {
    async answer(answer, { method }) {
      if (method !== 'tools/call') return server.send(answer);
      server.journal({ event: 'fault', what: 'noise' });
      const linesAtOnce = 500;
      for (let left = count; left > 0 && !server.ending; left -= linesAtOnce) {
        if (!(await server.write('[debug] nothing to see here\n'.repeat(Math.min(left, linesAtOnce))))) return;
      }
      return server.send(answer);
    },
  };
}

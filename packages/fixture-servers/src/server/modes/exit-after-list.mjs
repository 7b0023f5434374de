/**
 * Answers tools/list, and ends with exit code 7 `delayMs` (50) after that: it looks well, and is of no use.
 *
 * Serves M-03.
 */
const defaultDelayMs = 50;

/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  const { delayMs = defaultDelayMs } = server.options;
  return {
    async answer(answer, { method }) {
      await server.send(answer);
      if (method === 'tools/list') setTimeout(() => server.exit({ code: 7 }), delayMs);
    },
  };
}

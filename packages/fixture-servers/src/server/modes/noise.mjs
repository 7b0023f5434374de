/**
 * Prints lines that are no protocol on stdout: a banner at the start and a log line before each answer.
 *
 * Serves C-21.
 */
/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  return {
    start: () => void server.write('fixture server ready, listening on stdio\n'),
    answer: (answer, { method }) =>
      server.sendText(`[info] handling ${method}\n${JSON.stringify(answer)}\n`, answer.id),
  };
}

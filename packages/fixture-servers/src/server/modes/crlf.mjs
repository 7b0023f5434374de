/**
 * Ends its lines with CR and LF.
 *
 * Serves C-20.
 */
/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  return { answer: (answer) => server.sendText(`${JSON.stringify(answer)}\r\n`, answer.id) };
}

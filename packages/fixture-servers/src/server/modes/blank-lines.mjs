/**
 * Writes empty lines before and after each answer, with and without CR.
 *
 * Serves C-20.
 */
/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  return { answer: (answer) => server.sendText(`\n\r\n${JSON.stringify(answer)}\n\n`, answer.id) };
}

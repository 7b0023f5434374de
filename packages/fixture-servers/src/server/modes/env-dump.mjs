/**
 * Offers a further tool, `env`: its text is a JSON object with the names and values of the server's environment.
 *
 * Serves L-09 (environment), C-02.
 */
/** @type {import('../types.ts').CreateMode} */
export function createMode() {
  return {
    tools: [
      {
        name: 'env',
        description: 'Shows the environment that the server was started with.',
        inputSchema: { type: 'object' },
        call: (call) => call.text(JSON.stringify(process.env)),
      },
    ],
  };
}

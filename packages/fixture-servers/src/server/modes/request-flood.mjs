/**
 * At the first tools/call asks `ping`, `count` times (default 100 000), reads no more, and never answers: the client's
 * answers have nowhere to go.
 *
 * Serves C-17, C-18, C-23, Q-01.
 */
/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  const { count = 100_000 } = server.options;
  let started = false;
  return {
    receive({ method }) {
      if (started || method !== 'tools/call') return started;
      started = true;
      server.pause();
      server.stayAlive();
      void flood();
      return true;
    },
  };

  async function flood() {
    server.journal({ event: 'fault', what: 'requests' });
    const linesAtOnce = 500;
    for (let sent = 0; sent < count && !server.ending; sent += linesAtOnce) {
      let lines = '';
      for (let index = sent; index < sent + linesAtOnce; index++) {
        lines += `{"jsonrpc":"2.0","id":"ping ${index}","method":"ping"}\n`;
      }
      if (!(await server.write(lines))) return;
    }
  }
}

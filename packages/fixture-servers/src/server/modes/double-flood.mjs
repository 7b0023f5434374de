/**
 * At the first call of `echo` writes a line without an end to stdout and floods stderr at the same time, until the client
 * stops reading; answers nothing more, and ends neither with stdin nor at SIGTERM.
 *
 * Serves C-20, C-24, C-31, Q-02.
 */
/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  let started = false;
  const block = Buffer.alloc(64 * 1024, 'a');
  const line = `${'没有人想看的日志又多了一行'.padEnd(21, '…')}\n`.repeat(1024);
  return {
    receive({ id, method, params }) {
      if (started || method !== 'tools/call' || params?.['name'] !== 'echo') return started;
      started = true;
      server.stayAlive();
      server.journal({ event: 'fault', what: 'both pipes are flooded' });
      void forever(() => server.log(line));
      void server.write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":"`);
      void forever(() => server.write(block));
      return true;
    },
    stdinEnd: () => true,
    signal: (signal) => signal === 'SIGTERM',
  };

  /**
   * A pipe may take what is written at once, every time: then this would never let the other one have its turn, nor the
   * reader, whose processor it may be.
   *
   * @param {() => Promise<boolean>} write
   */
  async function forever(write) {
    while (await write()) await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

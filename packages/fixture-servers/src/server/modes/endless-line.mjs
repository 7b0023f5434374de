/**
 * Begins to answer the first tools/call and does not come to the end of the line: `bytes` bytes (default 64 MiB)
 * without a newline, as fast as the reader takes them and no faster. After that it says nothing more.
 *
 * Serves C-20, Q-01, Q-02.
 */
/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  const { bytes = 64 * 1024 * 1024 } = server.options;
  let started = false;
  return {
    receive(message) {
      if (started) return true;
      if (message.method !== 'tools/call') return false;
      started = true;
      void flood(`{"jsonrpc":"2.0","id":${JSON.stringify(message.id)},"result":{"content":"`);
      return true;
    },
  };

  /** @param {string} beginning */
  async function flood(beginning) {
    const block = Buffer.alloc(64 * 1024, 'a');
    let left = bytes - beginning.length;
    let open = await server.write(beginning);
    while (open && left > 0 && !server.ending) {
      open = await server.write(block.subarray(0, left));
      if (open) left -= Math.min(left, block.length);
    }
    server.journal({ event: 'fault', what: `endless line: ${bytes - Math.max(left, 0)} bytes` });
  }
}

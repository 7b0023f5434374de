/**
 * Refuses a request as soon as its id has come, while the rest of the line is still being written; then reads nothing
 * for about 50 ms, so that the client's write stays unfinished, and goes on. Only a line too long for one read (64 KiB)
 * can be answered early; shorter ones are served as usual. A long line whose id comes late in it is refused when it is
 * complete: who sends what is the client's choice, and no reason to be served.
 *
 * Serves C-12, C-17.
 */

/** What one read takes from a pipe at most. */
const readBytes = 64 * 1024;

/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  /** @type {Set<number>} */
  const refused = new Set();
  /** How much of the unfinished line has come, its beginning only. */
  let head = '';
  return {
    chunk(bytes) {
      const lineStart = bytes.lastIndexOf(0x0a) + 1;
      if (lineStart > 0) head = '';
      if (head.length < 1000) head += bytes.toString('latin1', lineStart, lineStart + 1000);
      const id = Number(/"id":(\d+)/.exec(head)?.[1] ?? NaN);
      if (Number.isNaN(id) || refused.has(id)) return;
      refuse(id);
      server.journal({ event: 'fault', what: 'answered early' });
      server.pause();
      setTimeout(() => server.resume(), 50);
    },
    receive(message) {
      const { id } = message;
      if (typeof id !== 'number') return false;
      if (!refused.has(id) && JSON.stringify(message).length <= readBytes) return false;
      if (!refused.has(id)) refuse(id);
      return true;
    },
  };

  /** @param {number} id */
  function refuse(id) {
    refused.add(id);
    void server.send({ jsonrpc: '2.0', id, error: { code: -32001, message: 'refused before it was read' } });
  }
}

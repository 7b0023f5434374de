/**
 * Keeps the answers to tools/call back until there are `batch` of them (default 2), then writes them all at once, so
 * that they arrive in one chunk.
 *
 * Serves L-09 (chunks), C-20.
 */
/** @import { Answer } from '../types.ts' */

/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  const { batch = 2 } = server.options;
  /** @type {Answer[]} */
  let held = [];
  return {
    answer(answer, request) {
      if (request.method !== 'tools/call') return server.send(answer);
      held.push(answer);
      if (held.length < batch) return;
      const due = held;
      held = [];
      const written = server.write(due.map((each) => `${JSON.stringify(each)}\n`).join(''));
      for (const { id } of due) server.journal({ event: 'sent', id });
      return written;
    },
  };
}

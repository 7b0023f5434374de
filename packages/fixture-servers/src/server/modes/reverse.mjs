/**
 * Collects `batch` tools/call requests (default 2), then answers them, the last one first. Delays are ignored; a
 * cancelled request leaves the collection.
 *
 * Serves L-03 (out-of-order), C-10, C-12.
 */
/** @import { WireMessage } from '../../journal.ts' */

/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  const { batch = 2 } = server.options;
  /** @type {WireMessage[]} */
  let held = [];
  return {
    receive(message) {
      if (message.method === 'notifications/cancelled') {
        held = held.filter(({ id }) => id !== message.params?.['requestId']);
      }
      if (message.method !== 'tools/call') return false;
      held.push(message);
      if (held.length < batch) return true;
      const due = held.toReversed();
      held = [];
      for (const request of due) server.dispatch(withoutDelay(request));
      return true;
    },
  };
}

/**
 * @param {WireMessage} request
 * @returns {WireMessage}
 */
function withoutDelay(request) {
  const args = request.params?.['arguments'];
  if (typeof args !== 'object') return request;
  return { ...request, params: { ...request.params, arguments: { ...args, delay: 0 } } };
}

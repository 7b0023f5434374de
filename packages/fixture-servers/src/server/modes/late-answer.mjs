/**
 * Answers what the client has given up: cancel notifications are ignored, and a call of `never` is answered with the
 * text `late` after all, once a further request has come, just before the answer to that one.
 *
 * Serves L-03 (timeout), L-10 (failure case b), C-14, Q-03.
 */
/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  /** @type {(number | string)[]} */
  let waiting = [];
  /** @type {(number | string)[]} */
  let due = [];
  return {
    receive({ id, method, params }) {
      if (method === 'notifications/cancelled') return true;
      if (method === undefined || id === undefined || id === null) return false;
      due = due.concat(waiting);
      waiting = [];
      if (method !== 'tools/call' || params?.['name'] !== 'never') return false;
      waiting.push(id);
      return true;
    },
    async answer(answer) {
      const late = due;
      due = [];
      for (const id of late) await server.send(server.textAnswer(id, 'late'));
      return server.send(answer);
    },
  };
}

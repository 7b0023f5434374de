/**
 * Sends `count` notifications (default 1000) before each answer: log messages, and every second one of a method that
 * nobody knows.
 *
 * Serves L-09 (notifications), C-23, M-05, Q-01.
 */
/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  const { count = 1000 } = server.options;
  return {
    async answer(answer) {
      let lines = '';
      for (let index = 0; index < count && !server.ending; index++) {
        lines += `${JSON.stringify(notification(index))}\n`;
        if (lines.length < 16_384) continue;
        if (!(await server.write(lines))) return;
        lines = '';
      }
      await server.write(lines);
      return server.send(answer);
    },
  };
}

/** @param {number} index */
function notification(index) {
  return index % 2 === 0
    ? { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: index } }
    : { jsonrpc: '2.0', method: 'notifications/fixture', params: { index } };
}

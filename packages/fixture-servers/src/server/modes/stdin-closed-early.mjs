/**
 * After the handshake closes its end of stdin and lives on: the client's next write meets a broken pipe. It cannot
 * notice the end of stdin any more, so it needs a signal.
 *
 * Serves C-17, C-30, C-31, Q-01.
 */
import { replaceByNull } from '../replace-by-null.mjs';

/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  return {
    receive({ method }) {
      if (method === 'notifications/initialized') {
        server.stayAlive();
        process.stdin.destroy();
        replaceByNull(0, 'r');
        server.journal({ event: 'fault', what: 'stdin closed' });
      }
      return false;
    },
  };
}

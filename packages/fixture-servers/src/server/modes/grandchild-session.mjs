/**
 * Starts a grandchild in a session and group of its own, so that a signal to the server's group does not meet it. It
 * holds the server's three pipes and does not notice the end of stdin.
 *
 * Serves C-30, C-32, Q-01.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../grandchild.mjs', import.meta.url));

/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  return {
    start() {
      // As 3, 4 and 5: given as 0, 1 and 2, libuv would make the shared pipes blocking, for the server too.
      const grandchild = spawn(process.execPath, [program, String(server.options.selfKillMs)], {
        detached: true,
        stdio: ['ignore', 'ignore', 'ignore', 0, 1, 2],
      });
      grandchild.unref();
      if (grandchild.pid !== undefined) server.journal({ event: 'spawned', pid: grandchild.pid });
    },
  };
}

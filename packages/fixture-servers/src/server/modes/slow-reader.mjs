/**
 * After the handshake reads stdin slowly: at most 64 KiB every 50 ms. With `hold` it reads nothing at all until the
 * test calls `release()`, then at full speed.
 *
 * Serves C-17.
 */
import { existsSync } from 'node:fs';

const pauseMs = 50;
const pollMs = 5;

/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  const { hold = false, journal } = server.options;
  let slow = false;
  return {
    receive({ method }) {
      if (method === 'notifications/initialized') {
        if (hold) waitForRelease();
        else slow = true;
      }
      return false;
    },
    chunk() {
      if (!slow) return;
      server.pause();
      server.journal({ event: 'fault', what: 'pause' });
      setTimeout(() => server.resume(), pauseMs);
    },
  };

  function waitForRelease() {
    server.pause();
    server.journal({ event: 'fault', what: 'holding' });
    const poll = setInterval(() => {
      if (!existsSync(`${journal}.release`)) return;
      clearInterval(poll);
      server.journal({ event: 'fault', what: 'released' });
      server.resume();
    }, pollMs);
  }
}

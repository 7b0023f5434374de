/**
 * Reads nothing for `delayMs` (3000) after its first start, and forgets that it was started when it is ended before; from
 * then on it is as `normal`. So does a package runner that has to fetch its package first.
 *
 * Serves M-08.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const defaultDelayMs = 3_000;

/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  const { delayMs = defaultDelayMs, journal } = server.options;
  const marker = `${journal}.fetched`;
  return {
    async start() {
      if (existsSync(marker)) return;
      server.journal({ event: 'fault', what: 'fetching' });
      await wait(delayMs);
      writeFileSync(marker, '');
      server.journal({ event: 'fault', what: 'fetched' });
    },
  };
}

/**
 * At the first tools/call closes its stdout and lives on. The call, and every later request, is never answered.
 *
 * Serves C-30, Q-01.
 */
import { replaceByNull } from '../replace-by-null.mjs';

/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  let closed = false;
  return {
    receive({ method }) {
      if (closed || method !== 'tools/call') return closed;
      closed = true;
      replaceByNull(1, 'w');
      server.journal({ event: 'fault', what: 'stdout closed' });
      return true;
    },
  };
}

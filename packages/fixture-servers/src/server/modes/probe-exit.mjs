/**
 * A legacy server that ends, with exit code 1, on an unknown request before `initialize`.
 *
 * Serves C-08.
 */
import { probed } from '../probed.mjs';

/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  return probed(() => server.exit({ code: 1 }));
}

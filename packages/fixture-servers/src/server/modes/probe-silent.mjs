/**
 * A legacy server that never answers an unknown request before `initialize`.
 *
 * Serves C-08.
 */
import { probed } from '../probed.mjs';

/** @type {import('../types.ts').CreateMode} */
export function createMode() {
  return probed(() => {});
}

/**
 * A server of both eras: as `modern` for whoever begins in the modern way, as `normal` for everybody else.
 *
 * Serves C-08.
 */
import { createDualEra } from '../dual-era.mjs';
import { modernRevision } from '../modern-protocol.mjs';

/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  return createDualEra(server, [modernRevision]);
}

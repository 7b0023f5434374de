/**
 * Answers server/discover, and lists legacy revisions alone. That process then refuses `initialize`; a fresh one serves it.
 *
 * Serves C-08.
 */
import { createDualEra } from '../dual-era.mjs';
import { knownRevisions } from '../protocol.mjs';

/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  return createDualEra(server, knownRevisions, { discoverInAny: true });
}

/**
 * A server of the modern era only: every request says of which revision it is, `initialize` is refused, changes are told
 * on the streams of `subscriptions/listen`. Tools beside the usual ones: `ask`, `progress`, `change-tools`, `end-streams`.
 * With `revision` it speaks another revision than 2026-07-28; with `delayMs` it is slow to start.
 *
 * Serves C-07, C-08, C-09.
 */
import { createModern, modernRevision } from '../modern-protocol.mjs';

/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  return createModern(server, [server.options.revision ?? modernRevision]);
}

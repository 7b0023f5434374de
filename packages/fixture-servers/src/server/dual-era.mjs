/** @import { Mode, Server } from './types.ts' */
import { metaKey, metaOf } from './modern-meta.mjs';
import { createModern } from './modern-protocol.mjs';

/**
 * Both eras in one process: the first request decides, and the process stays with it. Whoever began in the modern way is
 * refused `initialize`.
 *
 * @param {Server} server
 * @param {Parameters<typeof createModern>[1]} supported
 * @param {Parameters<typeof createModern>[2]} [options]
 * @returns {Mode}
 */
export function createDualEra(server, supported, options) {
  const modern = createModern(server, supported, options);
  /** @type {boolean | undefined} */
  let isModern;
  return {
    ...modern,
    receive(message) {
      if (message.id !== undefined) isModern ??= beginsModern(message.method, message.params);
      return isModern === true && modern.receive(message);
    },
    answer: (answer, request) => (isModern === true ? modern.answer(answer, request) : server.send(answer)),
  };
}

/**
 * @param {string | undefined} method
 * @param {Record<string, unknown> | undefined} params
 * @returns {boolean}
 */
function beginsModern(method, params) {
  return method === 'server/discover' || Object.hasOwn(metaOf(params), metaKey('protocolVersion'));
}

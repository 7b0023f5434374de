/** @import { Mode, WireRequest } from './types.ts' */

/**
 * A legacy server that does something of its own with an unknown request before `initialize`: with a question about its
 * era, for example.
 *
 * @param {(request: WireRequest) => void} react
 * @returns {Mode}
 */
export function probed(react) {
  let isInitialized = false;
  return {
    receive(message) {
      const { id, method } = message;
      if (method === 'initialize') isInitialized = true;
      if (isInitialized || method === undefined || id === undefined || method === 'ping') return false;
      react(/** @type {WireRequest} */ (message));
      return true;
    },
  };
}

/**
 * A legacy server that answers an unknown request before `initialize` with -32602.
 *
 * Serves C-08.
 */
import { probed } from '../probed.mjs';

/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  const error = { code: -32602, message: 'Invalid request parameters' };
  return probed(({ id }) => void server.send({ jsonrpc: '2.0', id, error }));
}

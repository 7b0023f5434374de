import { createHash, timingSafeEqual } from 'node:crypto';
import { log } from '../../support/rpc.mjs';

/** The secret of this server, from its environment: never from its words, which every program here can read. */
export function ownKey() {
  const key = process.env['CALCULATOR_KEY'];
  if (key !== undefined && key !== '') return key;
  log('calculator: CALCULATOR_KEY is not set');
  return process.exit(1);
}

/**
 * Takes as long for a key that is nearly right as for any other.
 *
 * @param {string} given
 * @param {string} key
 */
export function isSame(given, key) {
  return timingSafeEqual(digest(given), digest(key));
}

/** @param {string} text */
function digest(text) {
  return createHash('sha256').update(text).digest();
}

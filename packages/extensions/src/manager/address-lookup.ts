import type { LookupFunction } from 'node:net';
import { allowedFor, guardedLookup } from '../http/addresses.ts';
import type { HttpOptions } from '../http/http-options.ts';

/**
 * Looks the name of a server up as its client does: what its options forbid is no answer (`EADDRNOTALLOWED`). For whoever goes
 * the way to it himself, to see how far it goes. An address that is no name is given back, or forbidden, too.
 */
export function addressLookup({
  url,
  allowInsecure = false,
  addresses = 'any',
}: Pick<HttpOptions, 'url' | 'allowInsecure' | 'addresses'>): LookupFunction {
  return guardedLookup(allowedFor(new URL(url), { allowInsecure, addresses }));
}

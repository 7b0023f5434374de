import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Where a server may be. `loopback`: on this machine. */
type AllowedAddresses = 'any' | 'public' | 'loopback';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** What is not on the public internet. Source: the special-purpose registries of IANA (RFC 6890). */
const internal = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  internal.addSubnet(net, bits, 'ipv4');
  // The same, as a translator between the two protocols writes it (RFC 6052).
  internal.addSubnet(`64:ff9b::${net}`, 96 + bits, 'ipv6');
}
for (const [net, bits] of [
  ['::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  internal.addSubnet(net, bits, 'ipv6');
}

function isIn(list: BlockList, address: string): boolean {
  // An IPv4 address may be written as an IPv6 one; a block list knows that.
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

function isAllowed(address: string, allowed: AllowedAddresses): boolean {
  if (allowed === 'any') return true;
  return allowed === 'loopback' ? isIn(loopback, address) : !isIn(internal, address);
}

/** The host of a URL as an address; undefined for a name. */
function addressOf({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? undefined : bare;
}

/** This machine, by its usual names and addresses. What a name leads to is looked at when it is connected to. */
export function isLoopback(url: URL): boolean {
  const address = addressOf(url);
  if (address !== undefined) return isIn(loopback, address);
  return url.hostname === 'localhost' || url.hostname.endsWith('.localhost');
}

/** Plain HTTP to another machine. */
export function isInsecure(url: URL): boolean {
  return url.protocol === 'http:' && !isLoopback(url);
}

/** The host is no public one, as far as that can be told before its name is looked up. */
export function isInternal(url: URL): boolean {
  const address = addressOf(url);
  return address === undefined ? isLoopback(url) : !isAllowed(address, 'public');
}

/** Plain HTTP may be for this machine alone, and then whatever its name leads to has to be this machine. */
export function allowedFor(
  url: URL,
  { allowInsecure, addresses }: { readonly allowInsecure: boolean; readonly addresses: 'any' | 'public' },
): AllowedAddresses {
  return addresses === 'any' && url.protocol === 'http:' && !allowInsecure && isLoopback(url) ? 'loopback' : addresses;
}

/**
 * Looks names up, and leaves out the addresses that are not allowed: at the moment of the connection, so that no name can
 * lead somewhere else afterwards (DNS rebinding).
 */
export function guardedLookup(allowed: AllowedAddresses): LookupFunction {
  return (hostname, options, callback) => {
    systemLookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error !== null) return callback(error, []);
      const fine = found.filter(({ address }) => isAllowed(address, allowed));
      const [first] = fine;
      if (first === undefined) {
        const message = `${hostname} leads to no ${allowed} address`;
        return callback(Object.assign(new Error(message), { code: 'EADDRNOTALLOWED' }), []);
      }
      return options.all === true ? callback(null, fine) : callback(null, first.address, first.family);
    });
  };
}

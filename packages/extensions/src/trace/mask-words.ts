import type { Masks } from './masks.ts';

/** What a transport says in words of its own, with numbers and the names of signals in them, and nothing else. */
const plain: readonly RegExp[] = [
  /^the server exited with code \d{1,10}$/,
  /^the server was ended by SIG[A-Z0-9]{1,12}$/,
  /^the server closed its (?:stdin|stdout) and still runs$/,
  /^a line of the server is longer than \d{1,15} bytes$/,
  /^the connection was closed$/,
  /^the transport was closed$/,
];

/** A sentence of a transport if it is a known one; else its mask. */
export function maskWords(message: string, masks: Masks): string {
  if (plain.some((pattern) => pattern.test(message))) return message;
  return masks.of(message, Buffer.byteLength(message));
}

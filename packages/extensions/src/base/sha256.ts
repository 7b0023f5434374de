/**
 * SHA-256 (FIPS 180-4), for names that have to be the same for ever. Here, because the layers that take bytes and give bytes
 * import nothing of Node, and the hash that every platform has (`crypto.subtle`) only comes as a promise.
 */
export function sha256(bytes: Uint8Array): Uint8Array {
  const state = Int32Array.from(initialState);
  const padded = pad(bytes);
  for (let at = 0; at < padded.byteLength; at += blockBytes) absorb(state, padded, at);
  const digest = new DataView(new ArrayBuffer(32));
  for (const [index, word] of state.entries()) digest.setInt32(index * 4, word);
  return new Uint8Array(digest.buffer);
}

const blockBytes = 64;
const rounds = 64;

/** 32 bits behind the point of the roots of the first primes: the standard's constants (4.2.2, 5.3.3), not typed by hand. */
const primes = firstPrimes(rounds);
const initialState = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const constants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));

function firstPrimes(count: number): readonly number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate += 1) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  }
  return found;
}

function fraction(root: number): number {
  return ((root % 1) * 2 ** 32) | 0;
}

/** A one bit, zeros, and the length in bits at the end of the last block (5.1.1). */
function pad(bytes: Uint8Array): DataView {
  const length = Math.ceil((bytes.length + 9) / blockBytes) * blockBytes;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(length - 8, BigInt(bytes.length) * 8n);
  return view;
}

/** Of one block at a time: nothing waits in between. */
const words = new Int32Array(rounds);

/** One block (6.2.2). No arrays are made on the way: texts of a megabyte are hashed too. */
function absorb(state: Int32Array, message: DataView, start: number): void {
  schedule(message, start);
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let round = 0; round < rounds; round += 1) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const sums = (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + choice;
    const first = (h + sums + (constants[round] ?? 0) + (words[round] ?? 0)) | 0;
    const second = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  for (const [index, sum] of [a, b, c, d, e, f, g, h].entries()) state[index] = ((state[index] ?? 0) + sum) | 0;
}

function schedule(message: DataView, start: number): void {
  for (let round = 0; round < 16; round += 1) words[round] = message.getInt32(start + round * 4);
  for (let round = 16; round < rounds; round += 1) {
    const early = words[round - 15] ?? 0;
    const late = words[round - 2] ?? 0;
    const mixed = (rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3)) + (words[round - 16] ?? 0);
    words[round] = mixed + (rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10)) + (words[round - 7] ?? 0);
  }
}

function rotated(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

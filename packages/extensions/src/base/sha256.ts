/**
 * SHA-256 (FIPS 180-4), for names that have to be the same for ever. Here, because the layers that take bytes and give bytes
 * import nothing of Node, and the hash that every platform has (`crypto.subtle`) only comes as a promise. For short texts.
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
const constants = primes.map((prime) => fraction(Math.cbrt(prime)));

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

/** One block (6.2.2). */
function absorb(state: Int32Array, message: DataView, start: number): void {
  const words = new Int32Array(rounds);
  const word = (index: number): number => words[index] ?? 0;
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let round = 0; round < rounds; round += 1) {
    const [early, late] = [word(round - 15), word(round - 2)];
    words[round] =
      round < 16
        ? message.getInt32(start + round * 4)
        : (rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3)) +
          (rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10)) +
          word(round - 16) +
          word(round - 7);
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first =
      h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + choice + (constants[round] ?? 0) + word(round);
    const second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [index, sum] of [a, b, c, d, e, f, g, h].entries()) state[index] = ((state[index] ?? 0) + sum) | 0;
}

function rotated(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

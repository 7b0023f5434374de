import { hash, randomBytes } from 'node:crypto';

/** Texts up to this many bytes get their masks in turn: a hash of so few letters would often be the same for two. */
const shortBytes = 6;
/** So many of them are remembered. */
const maxRemembered = 100_000;
/** Letters of a mask that tell it from others; the rest of it is filling. */
const tagBytes = 12;
/** Capital letters alone: no word of the protocol is made of these. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * What stands in a recording for texts that are not to be seen: as many bytes long, the same for the same text, another one
 * for another text as far as there are enough of that length. The secret that the masks are made with is never written, and
 * gone with this object: nobody can try what a mask stands for.
 */
export class Masks {
  readonly #secret = randomBytes(32).toString('hex');
  readonly #short = new Map<string, string>();
  /** By length: how many were given so far. */
  readonly #given: number[] = [];

  of(text: string, bytes: number): string {
    if (bytes === 0) return '';
    return bytes <= shortBytes ? this.#ofShort(text, bytes) : this.#ofLong(text, bytes);
  }

  #ofShort(text: string, bytes: number): string {
    const key = `${bytes}${text}`;
    const found = this.#short.get(key);
    if (found !== undefined) return found;
    if (this.#short.size >= maxRemembered) return this.#ofLong(text, bytes);
    let turn = this.#given[bytes] ?? 0;
    this.#given[bytes] = turn + 1;
    let mask = '';
    for (let at = 0; at < bytes; at += 1) {
      mask = `${letters[turn % letters.length]}${mask}`;
      turn = Math.floor(turn / letters.length);
    }
    this.#short.set(key, mask);
    return mask;
  }

  #ofLong(text: string, bytes: number): string {
    const digits = hash('sha256', `${this.#secret}${text}`, 'hex').slice(0, Math.min(tagBytes, bytes));
    let tag = '';
    for (const digit of digits) tag += letters[Number.parseInt(digit, 16)];
    return tag.padEnd(bytes, 'x');
  }
}

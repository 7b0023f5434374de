import { removed } from '../base/redact.ts';
import { addressSecrets } from './address-secrets.ts';
import type { ResolvedHttpOptions } from './http-options.ts';

/** Shorter ones would be found in words that are none. Characters. */
const leastLength = 8;

/** So many values that were used are known at most; the one used longest ago is forgotten first. */
const maxUsed = 64;

/** What was sent to the server and is for it alone. It may say it back: then it is taken out of what is told. */
export class SentSecrets {
  readonly #fixed: readonly string[];
  readonly #used = new Set<string>();

  constructor({ headers, url }: Pick<ResolvedHttpOptions, 'headers' | 'url'>) {
    this.#fixed = [...Object.values(headers).flatMap(partsOf), ...addressSecrets(url)];
  }

  /** Sent from now on, beside those of the configuration. */
  add(value: string): void {
    for (const part of partsOf(value)) {
      this.#used.delete(part);
      this.#used.add(part);
    }
    for (const oldest of this.#used) {
      if (this.#used.size <= maxUsed) return;
      this.#used.delete(oldest);
    }
  }

  /** All of them, long ones first: one may contain another. */
  get values(): readonly string[] {
    return [...this.#fixed, ...this.#used].toSorted((one, other) => other.length - one.length);
  }

  /** The text without them. */
  hide(text: string): string {
    let clean = text;
    for (const value of this.values) clean = clean.replaceAll(value, () => removed);
    return clean;
  }
}

/** A value, and what stands after its scheme (`Bearer …`): a server may say back either. */
function partsOf(value: string): string[] {
  const [, credentials] = /^[A-Za-z][\w-]* +(.+)$/.exec(value) ?? [];
  return [value, credentials ?? ''].filter((part) => part.length >= leastLength);
}

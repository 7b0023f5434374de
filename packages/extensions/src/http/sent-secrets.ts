import { removed } from '../base/redact.ts';
import { addressSecrets } from './address-secrets.ts';
import type { ResolvedHttpOptions } from './http-options.ts';

/** Shorter ones would be found in words that are none. Characters. */
const leastLength = 8;

/** So many values that were used are known at most; the one used longest ago is forgotten first. */
const maxUsed = 64;

/** As much of `data` is told: what is deeper, or has more in it, is left out of an error. */
const maxDepth = 64;
const maxValues = 32 * 1024;

/** What was sent to the server and is for it alone. It may say it back: then it is taken out of what is told. */
export class SentSecrets {
  readonly #fixed: readonly string[];
  readonly #used = new Set<string>();
  /** All of them, sorted; undefined since another one came or went. */
  #values: readonly string[] | undefined;

  constructor({ headers, url }: Pick<ResolvedHttpOptions, 'headers' | 'url'>) {
    this.#fixed = [...Object.values(headers).flatMap(partsOf), ...addressSecrets(url)];
  }

  /** Sent from now on, beside those of the configuration. */
  add(value: string): void {
    for (const part of partsOf(value)) {
      if (!this.#used.delete(part)) this.#values = undefined;
      this.#used.add(part);
    }
    for (const oldest of this.#used) {
      if (this.#used.size <= maxUsed) return;
      this.#used.delete(oldest);
      this.#values = undefined;
    }
  }

  /** All of them, long ones first: one may contain another. */
  get values(): readonly string[] {
    this.#values ??= [...this.#fixed, ...this.#used].toSorted((one, other) => other.length - one.length);
    return this.#values;
  }

  /** The text without them. */
  hide(text: string): string {
    return withoutAll(text, this.values);
  }

  /** An error as the server sent it, without them; also without `data` that nobody would be told. */
  hideInError<T extends { readonly message?: unknown; readonly data?: unknown }>(error: T): T {
    const { message, data, ...rest } = error;
    const clean = data === undefined ? undefined : new Cleaning(this.values).of(data);
    return {
      ...rest,
      ...(message !== undefined && { message: typeof message === 'string' ? this.hide(message) : message }),
      ...(clean !== undefined && { data: clean }),
    } as T;
  }
}

/** One value of JSON on its way to become clean: names and strings, however deep they are. */
class Cleaning {
  readonly #secrets: readonly string[];
  #left = maxValues;

  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
  }

  /** Undefined: there is too much of it. */
  of(value: unknown): unknown {
    const clean = this.#clean(value, maxDepth);
    return this.#left < 0 ? undefined : clean;
  }

  #clean(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return withoutAll(value, this.#secrets);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value);
    this.#left = depth === 0 ? -1 : this.#left - members.length;
    if (this.#left < 0) return undefined;
    if (Array.isArray(value)) return value.map((entry) => this.#clean(entry, depth - 1));
    const clean = members.map(([name, member]): [string, unknown] => [
      withoutAll(name, this.#secrets),
      this.#clean(member, depth - 1),
    ]);
    return Object.fromEntries(clean);
  }
}

function withoutAll(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) clean = clean.replaceAll(secret, () => removed);
  return clean;
}

/** A value, and what stands after its scheme (`Bearer …`): a server may say back either. */
function partsOf(value: string): string[] {
  const [, credentials] = /^[A-Za-z][\w-]* +(.+)$/.exec(value) ?? [];
  return [value, credentials ?? ''].filter((part) => part.length >= leastLength);
}

import { redact, removed } from '../base/redact.ts';
import { isProtocolMethod } from './protocol-methods.ts';
import type { TraceRecord, TraceStart } from './trace-record.ts';
import { withoutValues } from './without-values.ts';

/** Texts that were looked through already: the names of tools and methods come again and again. */
const maxRemembered = 1_000;
const maxRememberedLength = 128;

/** Members that hold words of this format alone: a variable that is set to one of them (`disabled`) makes it no secret. */
const ownWords: ReadonlySet<string> = new Set(['type', 'state', 'event', 'direction', 'era']);

/** Words of the format, or of the protocol. */
function isOwn(name: string, value: string): boolean {
  return ownWords.has(name) || (name === 'method' && isProtocolMethod(value));
}

/** As `printable` ends a text that it cut: perhaps in the middle of a secret. */
const isCut = /… \(\d+ characters\)$/;
/** Shorter values are not taken out as a whole either. */
const minValue = 8;

/** Takes out of records what looks like a credential, or is known to be one. */
export class RecordRedactor {
  #values: readonly string[];
  readonly #clean = new Map<string, string>();

  /** `values`: what is secret because of where it comes from. */
  constructor(values: readonly string[] = []) {
    this.#values = [...values];
  }

  /** These are secret too, from now on. */
  protect(values: readonly string[]): void {
    this.#values = [...new Set([...this.#values, ...values])];
    this.#clean.clear();
  }

  /** Looks through every text of a record, which is the caller's to change; names of members are ours. */
  record<T extends TraceRecord | TraceStart>(record: T): T {
    const members = record as Record<string, unknown>;
    for (const name in members) {
      const value = members[name];
      // Mostly there is nothing to do: a copy for each record would take longer than all the rest.
      if (typeof value === 'string') {
        const clean = isOwn(name, value) ? value : this.text(value);
        if (clean !== value) members[name] = clean;
      } else if (typeof value === 'object' && value !== null) members[name] = this.#copy(value);
    }
    return record;
  }

  text(text: string): string {
    const known = this.#clean.get(text);
    if (known !== undefined) return known;
    const whole = redact(text, { values: this.#values, truncated: false });
    const clean = isCut.test(text) ? withoutValues(whole, this.#longValues, removed) : whole;
    if (text.length <= maxRememberedLength) {
      if (this.#clean.size >= maxRemembered) this.#clean.clear();
      this.#clean.set(text, clean);
    }
    return clean;
  }

  get #longValues(): readonly string[] {
    return this.#values.filter(({ length }) => length >= minValue);
  }

  #copy(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((entry) => this.#copy(entry));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, this.#copy(member)]));
  }
}

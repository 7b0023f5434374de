import { redact } from '../stdio/redact.ts';
import type { TraceRecord, TraceStart } from './trace-record.ts';

/** Texts that were looked through already: the names of tools and methods come again and again. */
const maxRemembered = 1_000;
const maxRememberedLength = 128;

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

  /** The record, every text in it looked through; names of members are ours. */
  record<T extends TraceRecord | TraceStart>(record: T): T {
    return this.#value(record) as T;
  }

  text(text: string): string {
    const known = this.#clean.get(text);
    if (known !== undefined) return known;
    const clean = redact(text, { values: this.#values, truncated: false });
    if (text.length <= maxRememberedLength) {
      if (this.#clean.size >= maxRemembered) this.#clean.clear();
      this.#clean.set(text, clean);
    }
    return clean;
  }

  #value(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((entry) => this.#value(entry));
    if (typeof value !== 'object' || value === null) return value;
    const copy: Record<string, unknown> = {};
    for (const [name, member] of Object.entries(value)) copy[name] = name === 'type' ? member : this.#value(member);
    return copy;
  }
}

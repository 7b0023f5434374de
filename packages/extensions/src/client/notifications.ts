import { guarded } from '../base/guarded.ts';
import type { Diagnostic } from '../rpc/diagnostic.ts';
import type { JsonObject } from '../wire/message.ts';
import { printable } from '../wire/printable.ts';

/** Hears of a notification. May throw, or return a promise that rejects. */
export type NotificationHandler = (method: string, params: JsonObject) => unknown;

/** Who hears of the server's notifications, and of the time in which there were none. */
export class Notifications {
  /** One for each time that a handler was added, though it be the same one. */
  readonly #entries = new Set<{ readonly handler: NotificationHandler }>();
  readonly #gapEntries = new Set<{ readonly handler: () => unknown }>();
  readonly #diagnose: (diagnostic: Diagnostic) => void;

  constructor(diagnose: (diagnostic: Diagnostic) => void) {
    this.#diagnose = diagnose;
  }

  /** Adds a handler; the returned function takes it away. */
  add(handler: NotificationHandler): () => void {
    const entry = { handler };
    this.#entries.add(entry);
    return () => void this.#entries.delete(entry);
  }

  /** Adds one for changes that may have been missed; the returned function takes it away. */
  addForGaps(handler: () => unknown): () => void {
    const entry = { handler };
    this.#gapEntries.add(entry);
    return () => void this.#gapEntries.delete(entry);
  }

  /** Changes may have been missed. */
  tellGap(): void {
    const failed = (): void =>
      this.#diagnose({ kind: 'handler-failed', message: 'a handler of missed changes failed' });
    const present = [...this.#gapEntries];
    for (const entry of present) if (this.#gapEntries.has(entry)) guarded(entry.handler, failed);
  }

  /** Tells everybody, unless it was not negotiated: `missing` says what for. Returns whether it is believed. */
  deliver(method: string, params: JsonObject, missing: string | undefined): boolean {
    if (missing !== undefined) {
      this.#diagnose({ kind: 'not-negotiated', message: `${printable(method, 64)} without ${missing}` });
      return false;
    }
    const failed = (): void =>
      this.#diagnose({ kind: 'handler-failed', message: `a handler of ${printable(method, 64)} failed` });
    // Those of now: a handler that adds itself again hears of the next one, not of this one for ever.
    const present = [...this.#entries];
    for (const entry of present) {
      if (this.#entries.has(entry)) guarded(() => entry.handler(method, params), failed);
    }
    return true;
  }
}

import type { PendingEntry } from './pending-request.ts';

/** Only the call of a tool makes a server ask its host; whatever else waits can be answered without that. */
const stands = 'tools/call';

/**
 * While the host owes the server an answer the server is not to blame for being late: the time of calls stands still, for so
 * many milliseconds at most of each; a time in all goes on. Complaints: anomalyco/opencode#35275, openai/codex#17566, where
 * a person who thought about a question of the tool lost the call to its timeout.
 */
export class Standstill {
  readonly #maxMs: number;
  /** How long the time of a call has stood still before. Few calls are ever in it. */
  readonly #before = new Map<PendingEntry, number>();
  #since: number | undefined;

  constructor(maxMs: number) {
    this.#maxMs = maxMs;
  }

  begin(now: number): void {
    this.#since ??= now;
  }

  /** Gives these the time in which they stood still. */
  end(entries: readonly PendingEntry[], now: number): void {
    const since = this.#since;
    this.#since = undefined;
    if (since === undefined || now === since) return;
    for (const entry of entries) {
      if (entry.method !== stands) continue;
      const stood = entry.postpone(since, now, this.#leftOf(entry));
      this.#before.set(entry, (this.#before.get(entry) ?? 0) + stood);
    }
  }

  /** When a request is due, as far as that is known now. */
  dueAt(entry: PendingEntry): number {
    return this.#since === undefined || entry.method !== stands ? entry.deadline : entry.latest(this.#leftOf(entry));
  }

  /** The request has ended. */
  forget(entry: PendingEntry): void {
    if (this.#before.size > 0) this.#before.delete(entry);
  }

  #leftOf(entry: PendingEntry): number {
    return this.#maxMs - (this.#before.get(entry) ?? 0);
  }
}

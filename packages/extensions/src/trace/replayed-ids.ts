import { factsOf, type FrameFacts } from './frame-facts.ts';
import { keyOf } from './replay-script.ts';
import { rewriteLine } from './rewrite-line.ts';

/** Which id and token of now stands for which of the recording. */
export class ReplayedIds {
  readonly #ids = new Map<string, unknown>();
  readonly #tokens = new Map<string, unknown>();
  /** Ids of requests that the server makes: they are its own, and stay. */
  readonly #asked = new Set<string>();
  /** All are the same so far. */
  #isIdentity = true;

  /** A request of the client, as it was and as it is. */
  pair(recorded: FrameFacts, now: FrameFacts): void {
    if (recorded.kind !== 'request' || now.kind !== 'request') return;
    this.#ids.set(keyOf(recorded.id), now.id);
    if (recorded.progressToken !== undefined) this.#tokens.set(keyOf(recorded.progressToken), now.progressToken);
    const isSame = recorded.id === now.id && recorded.progressToken === now.progressToken;
    this.#isIdentity &&= isSame;
  }

  /** What the id is now; the same one for what was never asked. */
  idNow(recorded: unknown): unknown {
    const key = keyOf(recorded);
    return this.#ids.has(key) ? this.#ids.get(key) : recorded;
  }

  /** A line of the server for the ids of now. */
  lineNow(line: string): string {
    const facts = factsOf(line);
    if (facts.kind === 'request') this.#asked.add(keyOf(facts.id));
    if (this.#isIdentity) return line;
    return rewriteLine(line, ({ kind, raw, scalar }) => {
      if (kind === 'key' || kind === 'text') return raw;
      if (scalar === 'id') return facts.kind === 'request' ? raw : mapped(raw, this.#ids);
      if (scalar === 'request-id') return this.#asked.has(raw) ? raw : mapped(raw, this.#ids);
      if (scalar === 'subscription-id') return mapped(raw, this.#ids);
      return scalar === 'progress-token' ? mapped(raw, this.#tokens) : raw;
    });
  }
}

/** A number stays a number, and one that the server made a string stays that. */
function mapped(raw: string, table: ReadonlyMap<string, unknown>): string {
  if (table.has(raw)) return keyOf(table.get(raw));
  const [, digits] = /^"(\d{1,15})"$/.exec(raw) ?? [];
  const now = digits === undefined ? undefined : table.get(digits);
  return typeof now === 'number' ? `"${now}"` : raw;
}

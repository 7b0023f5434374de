import type { FaultyScript } from './replay-faults.ts';
import type { ClientStep, ServerLine, ServerStep } from './replay-script.ts';

/**
 * When a line of the server may come: when the client has sent what it had sent before it in the recording, and the request that
 * it is about; and when the line has come that a fault makes it wait for. Those that may, come in the recorded order.
 */
export class ReplayOrder {
  readonly #due: (step: ServerStep) => void;
  readonly #effects: FaultyScript['effects'];
  /** Who waits for a line of the client, or for the beginning. */
  readonly #after = new Map<ClientStep | undefined, ServerStep[]>();
  /** How many lines of the client each one still waits for. */
  readonly #missing = new Map<ServerStep, number>();
  readonly #held = new Map<ServerLine, ServerStep[]>();
  readonly #passed = new Set<ServerLine>();

  constructor({ server, effects }: FaultyScript, due: (step: ServerStep) => void) {
    this.#due = due;
    this.#effects = effects;
    for (const step of server) {
      const { content, before } = step;
      const about = content.type === 'line' ? content.about : undefined;
      const needs = new Set(about === undefined ? [before] : [before, about]);
      this.#missing.set(step, needs.size);
      for (const need of needs) append(this.#after, need, step);
    }
  }

  /** The client sent this line; undefined: the connection is open. */
  seen(client: ClientStep | undefined): void {
    for (const step of this.#after.get(client) ?? []) {
      const missing = (this.#missing.get(step) ?? 0) - 1;
      this.#missing.set(step, missing);
      if (missing === 0) this.#unlessHeld(step);
    }
  }

  /** It has come, or never will. */
  passed(line: ServerLine): void {
    this.#passed.add(line);
    const held = this.#held.get(line) ?? [];
    this.#held.delete(line);
    for (const step of held) this.#due(step);
  }

  #unlessHeld(step: ServerStep): void {
    const { content } = step;
    const after = content.type === 'line' ? this.#effects.get(content)?.after : undefined;
    if (after === undefined || this.#passed.has(after)) this.#due(step);
    else append(this.#held, after, step);
  }
}

function append<K>(table: Map<K, ServerStep[]>, key: K, step: ServerStep): void {
  const steps = table.get(key);
  if (steps === undefined) table.set(key, [step]);
  else steps.push(step);
}

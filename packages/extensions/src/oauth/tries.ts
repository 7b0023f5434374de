import type { Clock } from '../base/clock.ts';

/** So often the same is tried in vain, and all together, within a time. */
const maxSame = 2;
const maxAll = 20;
const rememberedMs = 10 * 60 * 1_000;

/**
 * What was tried lately: a server that is never content, or an authorization server that never grants what is asked for, would
 * keep a person at it for ever. Source: MCP 2026-07-28, basic/authorization, step-up.
 */
export class Tries {
  readonly #clock: Clock;
  #tried: { readonly what: string; readonly at: number }[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** It was tried often enough. */
  isSpent(what: string): boolean {
    const now = this.#clock.now();
    this.#tried = this.#tried.filter(({ at }) => now - at < rememberedMs);
    return this.#tried.length >= maxAll || this.#tried.filter((tried) => tried.what === what).length >= maxSame;
  }

  add(what: string): void {
    if (!this.isSpent(what)) this.#tried.push({ what, at: this.#clock.now() });
  }
}

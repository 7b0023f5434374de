import type { ToolList } from '../protocol/tool-list.ts';

/** The names that the server listed: what may be called. A change that the server announces makes the list stale. */
export class DiscoveredTools {
  #names: ReadonlySet<string> | undefined;
  #stale = false;
  #generation = 0;

  /** To be given to `listed`, so that a list which was asked for before a change does not pass for one after it. */
  get generation(): number {
    return this.#generation;
  }

  /** The list was read once. */
  get isRead(): boolean {
    return this.#names !== undefined;
  }

  has(name: string): boolean {
    return this.#names?.has(name) === true;
  }

  /** Whether listing (again) could find a name that is not known. */
  get worthListing(): boolean {
    return this.#names === undefined || this.#stale;
  }

  /** A list that was cut takes nothing away: what it does not name may stand in the part that is missing. */
  listed({ tools, truncated }: ToolList, generation: number): void {
    const kept = truncated ? (this.#names ?? []) : [];
    this.#names = new Set([...kept, ...tools.map(({ name }) => name)]);
    this.#stale = generation !== this.#generation || truncated === 'page-failed' || truncated === 'too-slow';
  }

  changed(): void {
    this.#generation += 1;
    this.#stale = true;
  }
}

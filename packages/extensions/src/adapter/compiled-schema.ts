import type { CheckRun } from './check-run.ts';
import type { Path } from './path.ts';
import type { Problems } from './problems.ts';
import type { Truth } from './truth.ts';

/** A schema, made ready: what its keywords ask. */
export interface CompiledSchema {
  /** Asked first: what needs no other schema. */
  readonly tests: readonly Test[];
  readonly walks: readonly Walk[];
  /** The last of its walks goes by what all the others have looked at (`unevaluated…`). */
  readonly needsEvaluated: boolean;
  /** There when this is all that its walks ask: then small values are asked without them. */
  readonly members?: PlainMembers | undefined;
}

/** What is asked of the members of an object, each by its name. */
export interface PlainMembers {
  /** What it must not be called: the message. Undefined: it may be there. */
  refusal(key: string): string | undefined;
  /** What the member has to fit; undefined: anything does. */
  schemaOf(key: string): CompiledSchema | undefined;
}

/** One keyword, asked of a value. Costs a bounded time, which it spends. */
export type Test = (value: unknown, place: Place) => Truth;

/** The same for a keyword with schemas in it: yields when the run is due, and goes on when it is called again. */
export type Walk = (value: unknown, place: Place) => Generator<void, Truth, void>;

/** Where in a check a schema meets a value. */
export interface Place {
  readonly run: CheckRun;
  readonly path: Path | undefined;
  readonly problems: Problems;
  /** The references that led here from where the value was entered. */
  readonly references: References | undefined;
  /** What of the value was looked at, where somebody wants to know it. */
  readonly evaluated: Evaluated | undefined;
  /** Schemas within schemas, references included. */
  readonly depth: number;
}

export interface References {
  readonly before: References | undefined;
  readonly target: unknown;
  readonly count: number;
}

/** Keys of members, indexes of items. */
export class Evaluated {
  readonly #keys = new Set<string | number>();
  #areAll = false;
  /** There may be more: a part that could not be checked may have looked at any. */
  isVague = false;

  has(key: string | number): boolean {
    return this.#areAll || this.#keys.has(key);
  }

  add(key: string | number): void {
    this.#keys.add(key);
  }

  addAll(): void {
    this.#areAll = true;
  }

  get size(): number {
    return this.#keys.size;
  }

  merge(other: Evaluated): void {
    for (const key of other.#keys) this.#keys.add(key);
    this.#areAll ||= other.#areAll;
    this.isVague ||= other.isVague;
  }
}

import { membersOf } from './json-kind.ts';

/** Steps until others have their turn: some milliseconds. */
const sliceSteps = 2_000;

/** One check of one value: what it may still cost, when to let others go on, and why its outcome is in doubt. */
export class CheckRun {
  readonly #maxSteps: number;
  #steps = 0;
  #sliceEnd = sliceSteps;
  #doubt: string | undefined;
  #members: WeakMap<object, readonly string[]> | undefined;

  constructor(maxSteps: number) {
    this.#maxSteps = maxSteps;
  }

  /** The first thing that could not be checked. */
  get doubt(): string | undefined {
    return this.#doubt;
  }

  /** Time for a break. */
  get isDue(): boolean {
    return this.#steps >= this.#sliceEnd;
  }

  /** There is nothing left to spend: who can still go on has to end with what is known. */
  get isOver(): boolean {
    return this.#steps > this.#maxSteps;
  }

  /** Called before the work that it is for. */
  spend(steps: number): void {
    this.#steps += steps;
    if (this.isOver) this.inDoubt(`checking it takes more than ${this.#maxSteps} steps`);
  }

  /** The members of an object, listed once however many schemas want to know them. */
  membersOf(value: object): readonly string[] {
    this.#members ??= new WeakMap();
    const known = this.#members.get(value);
    if (known) return known;
    const members = membersOf(value);
    this.spend(members.length);
    this.#members.set(value, members);
    return members;
  }

  /** After the break. */
  resume(): void {
    this.#sliceEnd = this.#steps + sliceSteps;
  }

  inDoubt(reason: string): 'unknown' {
    this.#doubt ??= reason;
    return 'unknown';
  }
}

import { pointerOf, type Path } from './path.ts';

/** What is wrong with a value, for a model that may try again. Values are not in it, keys are. */
export interface CheckProblem {
  /** JSON pointer of the part that is meant; empty for the whole. */
  readonly path: string;
  readonly message: string;
}

/** Gathers problems up to a number; who has enough of them need not look for more. */
export class Problems {
  readonly list: CheckProblem[] = [];
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  get isFull(): boolean {
    return this.list.length >= this.#max;
  }

  add(path: Path | undefined, message: string): void {
    if (!this.isFull) this.list.push({ path: pointerOf(path), message });
  }

  addAll(problems: Problems): void {
    for (const problem of problems.list) if (!this.isFull) this.list.push(problem);
  }
}

/** For who only wants to know whether. */
export const noProblems = new Problems(0);

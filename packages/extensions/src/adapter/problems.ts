import { pointerOf, type Path } from './path.ts';

/** What is wrong with a value, for a model that may try again. Values are not in it, keys are. */
export interface CheckProblem {
  /** JSON pointer of the part that is meant; empty for the whole. */
  readonly path: string;
  readonly message: string;
}

/** Not written out before somebody reads it: most are found on ways that are given up. */
interface Found {
  readonly path: Path | undefined;
  readonly message: string;
}

/** Gathers problems up to a number; who has enough of them need not look for more. */
export class Problems {
  #found: Found[] | undefined;
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  get isFull(): boolean {
    return (this.#found?.length ?? 0) >= this.#max;
  }

  add(path: Path | undefined, message: string): void {
    if (this.isFull) return;
    this.#found ??= [];
    this.#found.push({ path, message });
  }

  /** Written out. */
  list(): readonly CheckProblem[] {
    return (this.#found ?? []).map(({ path, message }) => ({ path: pointerOf(path), message }));
  }
}

/** For who only wants to know whether. */
export const noProblems = new Problems(0);

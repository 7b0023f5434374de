import type { RunRecord } from '../evidence.ts';
import { runName } from '../rules/run-text.ts';
import type { VerifyProgress } from '../verify.ts';

/** Says on stderr how far the runs are: one line rewritten on a terminal, a line now and then elsewhere. */
export class ProgressLine implements VerifyProgress {
  readonly #stream: NodeJS.WriteStream;
  #planned = 0;
  #done = 0;
  #lastShown = 0;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  readonly planned = (runs: number): void => {
    this.#planned += runs;
  };

  readonly ran = (lessonId: string, run: RunRecord): void => {
    this.#done += 1;
    const text = `run ${this.#done} of ${Math.max(this.#planned, this.#done)}: ${lessonId} ${runName(run)}`;
    if (this.#stream.isTTY) {
      const width = Math.max(20, (this.#stream.columns || 80) - 1);
      this.#stream.write(`\r${text.slice(0, width).padEnd(width)}`);
    } else if (performance.now() - this.#lastShown > 5000) {
      this.#lastShown = performance.now();
      this.#stream.write(`${text}\n`);
    }
  };

  /** Leaves the line clean for what comes next. */
  end(): void {
    if (this.#stream.isTTY && this.#done > 0)
      this.#stream.write(`\r${' '.repeat(Math.max(20, (this.#stream.columns || 80) - 1))}\r`);
  }
}

import { cut } from './table.ts';
import { tell, type Sink } from './sink.ts';
import { visibleLine } from './visible.ts';

/** Time as progress sees it. */
export interface ProgressClock {
  now(): number;
  /** Calls `run` every so often until the function that it gives back is called. Does not keep the process alive. */
  every(ms: number, run: () => void): () => void;
}

const systemProgressClock: ProgressClock = {
  now: () => performance.now(),
  every(ms, run) {
    const timer = setInterval(run, ms);
    timer.unref();
    return () => clearInterval(timer);
  },
};

/** Says on stderr what is being waited for. */
export interface Progress {
  /** What is done now: shown when it takes long. Text of a server is shown as far as it is printable. */
  step(text: string): void;
  /** Takes the line away. Must be called before anything else is written; nothing is shown after it until the next step. */
  clear(): void;
  /** Takes the line away and shows nothing until the returned function is called: somebody is asked something. */
  hold(): () => void;
}

/** What is over sooner is not worth a line. */
const terminalDelayMs = 300;
const pipeDelayMs = 3_000;

/** In a pipe each line stays, so there are few. */
const pipeIntervalMs = 15_000;

/**
 * On a terminal one line that is overwritten, every second; in a pipe plain lines, few of them. Failing to write is nobody's
 * fault: it is only progress.
 */
export function createProgress(stderr: Sink, clock: ProgressClock = systemProgressClock): Progress {
  return stderr.isTerminal ? new TerminalProgress(stderr, clock) : new PipeProgress(stderr, clock);
}

/** What both have: something that is done since a moment, and looks at it every so often, unless somebody is being asked. */
abstract class WatchedProgress implements Progress {
  protected readonly stderr: Sink;
  protected readonly clock: ProgressClock;
  readonly #everyMs: number;
  protected text = '';
  #since = 0;
  #held = 0;
  #stop: (() => void) | undefined;

  constructor(stderr: Sink, clock: ProgressClock, everyMs: number) {
    this.stderr = stderr;
    this.clock = clock;
    this.#everyMs = everyMs;
  }

  step(text: string): void {
    if (this.#stop === undefined) {
      this.#since = this.clock.now();
      this.#stop = this.clock.every(this.#everyMs, () => this.look());
    }
    this.text = text;
  }

  clear(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  hold(): () => void {
    this.clear();
    this.#held += 1;
    return () => (this.#held -= 1);
  }

  protected look(): void {
    if (this.#held === 0) this.show(this.clock.now() - this.#since);
  }

  /** Shows it if it is worth it by now. */
  protected abstract show(elapsedMs: number): void;
}

class TerminalProgress extends WatchedProgress {
  #isShown = false;

  constructor(stderr: Sink, clock: ProgressClock) {
    super(stderr, clock, 250);
  }

  override step(text: string): void {
    super.step(text);
    if (this.#isShown) this.look();
  }

  override clear(): void {
    super.clear();
    if (!this.#isShown) return;
    this.#isShown = false;
    void tell(this.stderr, '\r\u001b[2K');
  }

  protected override show(elapsedMs: number): void {
    if (elapsedMs < terminalDelayMs) return;
    this.#isShown = true;
    const columns = (this.stderr.columns() ?? 80) - 1;
    void tell(this.stderr, `\r\u001b[2K${cut(lineOf(this.text, elapsedMs), columns)}`);
  }
}

class PipeProgress extends WatchedProgress {
  #said = '';
  #saidAt = 0;

  constructor(stderr: Sink, clock: ProgressClock) {
    super(stderr, clock, 1_000);
  }

  override clear(): void {
    super.clear();
    this.#said = '';
  }

  protected override show(elapsedMs: number): void {
    if (elapsedMs < pipeDelayMs) return;
    const now = this.clock.now();
    if (this.#said !== '' && now - this.#saidAt < (this.text === this.#said ? pipeIntervalMs : pipeDelayMs)) return;
    this.#said = this.text;
    this.#saidAt = now;
    void tell(this.stderr, `${lineOf(this.text, elapsedMs)}\n`);
  }
}

function lineOf(text: string, elapsedMs: number): string {
  return `${visibleLine(text)} … ${Math.floor(elapsedMs / 1000)} s`;
}

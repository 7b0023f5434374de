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

class TerminalProgress implements Progress {
  readonly #stderr: Sink;
  readonly #clock: ProgressClock;
  #text = '';
  #since = 0;
  #held = 0;
  #isShown = false;
  #stop: (() => void) | undefined;

  constructor(stderr: Sink, clock: ProgressClock) {
    this.#stderr = stderr;
    this.#clock = clock;
  }

  step(text: string): void {
    if (this.#stop === undefined) {
      this.#since = this.#clock.now();
      this.#stop = this.#clock.every(250, () => this.#show());
    }
    this.#text = text;
    if (this.#isShown) this.#show();
  }

  clear(): void {
    this.#stop?.();
    this.#stop = undefined;
    if (!this.#isShown) return;
    this.#isShown = false;
    void tell(this.#stderr, '\r\u001b[2K');
  }

  hold(): () => void {
    this.clear();
    this.#held += 1;
    return () => (this.#held -= 1);
  }

  #show(): void {
    if (this.#held > 0) return;
    const elapsedMs = this.#clock.now() - this.#since;
    if (elapsedMs < terminalDelayMs) return;
    this.#isShown = true;
    const seconds = `${Math.floor(elapsedMs / 1000)} s`;
    const columns = (this.#stderr.columns() ?? 80) - 1;
    void tell(this.#stderr, `\r\u001b[2K${cut(`${visibleLine(this.#text)} … ${seconds}`, columns)}`);
  }
}

class PipeProgress implements Progress {
  readonly #stderr: Sink;
  readonly #clock: ProgressClock;
  #text = '';
  #said = '';
  #since = 0;
  #saidAt = 0;
  #held = 0;
  #stop: (() => void) | undefined;

  constructor(stderr: Sink, clock: ProgressClock) {
    this.#stderr = stderr;
    this.#clock = clock;
  }

  step(text: string): void {
    if (this.#stop === undefined) {
      this.#since = this.#clock.now();
      this.#stop = this.#clock.every(1_000, () => this.#say());
    }
    this.#text = text;
  }

  clear(): void {
    this.#stop?.();
    this.#stop = undefined;
    this.#said = '';
  }

  hold(): () => void {
    this.clear();
    this.#held += 1;
    return () => (this.#held -= 1);
  }

  #say(): void {
    if (this.#held > 0) return;
    const now = this.#clock.now();
    if (now - this.#since < pipeDelayMs) return;
    if (this.#said !== '' && now - this.#saidAt < (this.#text === this.#said ? pipeIntervalMs : pipeDelayMs)) return;
    this.#said = this.#text;
    this.#saidAt = now;
    void tell(this.#stderr, `${visibleLine(this.#text)} … ${Math.floor((now - this.#since) / 1000)} s\n`);
  }
}

import type { Clock, Timer } from '../base/clock.ts';
import type { ToolList } from '../protocol/tool-list.ts';

export interface RefreshLoopOptions {
  readonly clock: Clock;
  readonly list: (signal: AbortSignal) => Promise<ToolList>;
  /** Takes a list over; true when it brought something new. */
  readonly publish: (list: ToolList) => boolean;
  readonly failed: (error: unknown) => void;
}

/** Between two lists; twice as long after each that brought nothing new. */
const minPauseMs = 100;
const maxPauseMs = 5_000;
/** A list that is late already is taken all the same when nothing was published for so long. */
const maxWaitMs = 5_000;
const maxFailures = 3;

/**
 * Reads a list again when it changed, however often that is said: one reading at a time, one more after a change that came
 * during it, and a pause in between. What was asked for before the last change is late, and is not published. Complaint:
 * https://github.com/microsoft/aspire/issues/14375 (1,742 refreshes).
 *
 * A server that announces a change whenever it is asked for its list is asked every five seconds. When reading fails it is
 * tried three times, then at the next change.
 */
export class RefreshLoop {
  readonly #options: RefreshLoopOptions;
  #state: 'idle' | 'waiting' | 'listing' | 'stopped' = 'idle';
  #timer: Timer | undefined;
  /** Of the reading under way. */
  #controller: AbortController | undefined;
  #generation = 0;
  /** When the first change came that is not published yet. */
  #since: number | undefined;
  #nextAt = -Infinity;
  #pauseMs = minPauseMs;
  #failures = 0;

  constructor(options: RefreshLoopOptions) {
    this.#options = options;
  }

  /** The list is another one now. */
  changed(): void {
    this.#generation += 1;
    this.#since ??= this.#options.clock.now();
    if (this.#state === 'idle') this.#schedule();
  }

  /** No list is read or published any more. */
  stop(): void {
    this.#state = 'stopped';
    this.#timer?.cancel();
    this.#controller?.abort();
  }

  #schedule(): void {
    const { clock } = this.#options;
    const waitMs = Math.ceil(this.#nextAt - clock.now());
    if (waitMs < -maxPauseMs) this.#pauseMs = minPauseMs;
    this.#state = 'waiting';
    const refresh = (): void => void this.#refresh();
    // At the end of the turn: whoever else hears of the change does so first.
    if (waitMs <= 0) clock.defer(refresh);
    else this.#timer = clock.setTimer(waitMs, refresh);
  }

  async #refresh(): Promise<void> {
    if (this.#isStopped) return;
    this.#state = 'listing';
    const generation = this.#generation;
    this.#controller = new AbortController();
    try {
      const list = await this.#options.list(this.#controller.signal);
      if (this.#isStopped) return;
      this.#listed(list, generation !== this.#generation);
    } catch (error) {
      if (this.#isStopped) return;
      this.#failures += 1;
      this.#options.failed(error);
      const isOver = this.#failures >= maxFailures;
      if (isOver) this.#failures = 0;
      // A change that came meanwhile is the next one.
      const goesOn = !isOver || generation !== this.#generation;
      if (!goesOn) this.#since = undefined;
      this.#rest(false, goesOn);
    }
  }

  #listed(list: ToolList, isLate: boolean): void {
    const now = this.#options.clock.now();
    this.#failures = 0;
    const isOverdue = this.#since !== undefined && now - this.#since >= maxWaitMs;
    const isTaken = !isLate || isOverdue;
    if (isTaken) this.#since = isLate ? now : undefined;
    this.#rest(isTaken && this.#options.publish(list), isLate);
  }

  #rest(isNews: boolean, goesOn: boolean): void {
    if (this.#isStopped) return;
    const now = this.#options.clock.now();
    if (isNews) this.#pauseMs = minPauseMs;
    const overdueAt = (this.#since ?? Infinity) + maxWaitMs;
    this.#nextAt = Math.max(now + minPauseMs, Math.min(now + this.#pauseMs, overdueAt));
    if (!isNews) this.#pauseMs = Math.min(2 * this.#pauseMs, maxPauseMs);
    this.#state = 'idle';
    if (goesOn) this.#schedule();
  }

  get #isStopped(): boolean {
    return this.#state === 'stopped';
  }
}

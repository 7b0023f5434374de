import type { Clock, Timer } from '../base/clock.ts';
import { McpClientError, type BudgetKind } from '../errors.ts';

/** What may be spent. A member that is missing is not limited. */
export interface Budget {
  /** Calls that were begun. */
  readonly maxCalls?: number | undefined;
  /** Bytes of arguments, as JSON in UTF-8. */
  readonly maxArgumentBytes?: number | undefined;
  /** Bytes of results, as JSON in UTF-8. The result that goes over it is still handed on: it was paid for. */
  readonly maxResultBytes?: number | undefined;
  /** Milliseconds with at least one call under way: calls side by side cost the time once. */
  readonly maxWallMs?: number | undefined;
}

/** What each run may spend: in all, and at single servers. */
export interface Budgets {
  readonly run?: Budget | undefined;
  /** By the name of the server. */
  readonly servers?: Readonly<Record<string, Budget>> | undefined;
}

/** What was spent so far. */
export interface Spent {
  readonly calls: number;
  readonly argumentBytes: number;
  readonly resultBytes: number;
  readonly wallMs: number;
}

/** A call that is being paid for. */
export interface PaidCall {
  /** It is over, with a result of so many bytes; 0 without one. Doing it twice does nothing. */
  end(resultBytes: number): void;
}

/**
 * What one run has at one server, or in all. Calls and arguments are paid before the call: who cannot pay is refused, and
 * what is under way goes on. Results and time are known afterwards: when they run out, `onExhausted` cancels the rest.
 */
export class Account {
  readonly #budget: Budget;
  readonly #clock: Clock;
  readonly #onExhausted: (kind: BudgetKind) => void;
  #calls = 0;
  #argumentBytes = 0;
  #resultBytes = 0;
  #wallMs = 0;
  /** Calls under way, since when there is at least one, and the timer for the end of the time. */
  #running = 0;
  #runningSince = 0;
  #timer: Timer | undefined;
  #isClosed = false;

  constructor(budget: Budget, clock: Clock, onExhausted: (kind: BudgetKind) => void) {
    this.#budget = budget;
    this.#clock = clock;
    this.#onExhausted = onExhausted;
  }

  get spent(): Spent {
    const wallMs = this.#wallMs + (this.#running > 0 ? this.#clock.now() - this.#runningSince : 0);
    return { calls: this.#calls, argumentBytes: this.#argumentBytes, resultBytes: this.#resultBytes, wallMs };
  }

  get isBusy(): boolean {
    return this.#running > 0;
  }

  /** What a call with so many bytes cannot be paid from; undefined when it can. */
  missing(argumentBytes: number): { readonly kind: BudgetKind; readonly limit: number } | undefined {
    const { maxCalls, maxArgumentBytes, maxResultBytes, maxWallMs } = this.#budget;
    const { calls, resultBytes, wallMs } = this.spent;
    if (maxCalls !== undefined && calls >= maxCalls) return { kind: 'calls', limit: maxCalls };
    if (maxArgumentBytes !== undefined && this.#argumentBytes + argumentBytes > maxArgumentBytes) {
      return { kind: 'argument-bytes', limit: maxArgumentBytes };
    }
    if (maxResultBytes !== undefined && resultBytes >= maxResultBytes)
      return { kind: 'result-bytes', limit: maxResultBytes };
    if (maxWallMs !== undefined && wallMs >= maxWallMs) return { kind: 'wall-time', limit: maxWallMs };
    return undefined;
  }

  begin(argumentBytes: number): void {
    this.#calls += 1;
    this.#argumentBytes += argumentBytes;
    this.#running += 1;
    if (this.#running > 1) return;
    this.#runningSince = this.#clock.now();
    const { maxWallMs } = this.#budget;
    if (maxWallMs === undefined) return;
    const left = Math.max(1, Math.ceil(maxWallMs - this.#wallMs));
    this.#timer = this.#clock.setTimer(left, () => this.#onExhausted('wall-time'));
  }

  /** It is forgotten: what is under way still ends nothing by it. */
  close(): void {
    this.#isClosed = true;
    this.#timer?.cancel();
  }

  end(resultBytes: number): void {
    this.#running -= 1;
    if (this.#running === 0) {
      this.#wallMs += this.#clock.now() - this.#runningSince;
      this.#timer?.cancel();
      this.#timer = undefined;
    }
    this.#resultBytes += resultBytes;
    const { maxResultBytes } = this.#budget;
    if (!this.#isClosed && maxResultBytes !== undefined && resultBytes > 0 && this.#resultBytes >= maxResultBytes)
      this.#onExhausted('result-bytes');
  }
}

/** @throws never: makes the error of a call that cannot be paid for. */
export function exceeded(kind: BudgetKind, limit: number, where: string): McpClientError {
  const message = `the run has spent its budget of ${kind} ${where}: ${limit}`;
  return new McpClientError('MCP_BUDGET_EXCEEDED', message, {
    method: 'tools/call',
    budget: kind,
    limit,
    outcome: 'not-sent',
  });
}

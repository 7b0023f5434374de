import type { Clock, Timer } from '../base/clock.ts';
import { McpProtocolError, type Failure } from '../errors.ts';
import { failureKindOf, failureOf } from './failure-kind.ts';
import { isAnswer } from './is-answer.ts';

/** Times in milliseconds. */
export interface HealthPolicy {
  /** Without an answer for so long an idle server is asked. Default 30,000. */
  readonly idleMs: number;
  /** How long one question may take. Default 5,000. */
  readonly deadlineMs: number;
  /** Questions in a row without an answer, the last of them for the list of tools, until it counts as dead. Default 3. */
  readonly maxMisses: number;
}

export const defaultHealthPolicy: HealthPolicy = { idleMs: 30_000, deadlineMs: 5_000, maxMisses: 3 };

export interface HealthOptions {
  readonly clock: Clock;
  readonly policy: HealthPolicy;
  /** Asks by `ping`. */
  readonly ping: (timeoutMs: number) => Promise<unknown>;
  /** Asks for the list of tools, which every server must have an answer to: the last question. */
  readonly list: (timeoutMs: number) => Promise<unknown>;
  /** Calls are under way: they have deadlines of their own, and a server at work need not answer a ping. */
  readonly isBusy: () => boolean;
  readonly onDead: (failure: Failure) => void;
}

const methodNotFound = -32_601;

/**
 * Whether a server that nobody calls is still there (M-05). An answer of any kind is proof of life; a notification is none.
 * A server without `ping` is alive, and is not asked that way again; one miss is no death; and nobody is given up with calls
 * under way. See github.com/NousResearch/hermes-agent/issues/97245 (362 restarts a day for want of a ping).
 */
export class Health {
  readonly #options: HealthOptions;
  #timer: Timer | undefined;
  #misses = 0;
  #lastHeard: number;
  #canPing = true;
  #isClosed = false;

  constructor(options: HealthOptions) {
    this.#options = options;
    this.#lastHeard = options.clock.now();
    this.#arm(options.policy.idleMs);
  }

  /** Moment of the last answer. */
  get lastHeard(): number {
    return this.#lastHeard;
  }

  /** False: the server has none, or does not answer it and works all the same. */
  get canPing(): boolean {
    return this.#canPing;
  }

  /** The server answered something, well or with an error. */
  heard({ byPing = false }: { readonly byPing?: boolean } = {}): void {
    this.#lastHeard = this.#options.clock.now();
    // It works, and did not answer a ping: there is nothing to be learnt from the next one.
    if (this.#misses > 0 && !byPing) this.#canPing = false;
    this.#misses = 0;
  }

  close(): void {
    this.#isClosed = true;
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #arm(afterMs: number): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    // Without a ping nothing is asked: a process that ends says so, and calls have deadlines of their own.
    if (!this.#isClosed && this.#canPing)
      this.#timer = this.#options.clock.setTimer(Math.max(1, afterMs), () => void this.#due());
  }

  async #due(): Promise<void> {
    this.#timer = undefined;
    const { clock, policy, isBusy } = this.#options;
    const left = this.#lastHeard + policy.idleMs - clock.now();
    if (isBusy() || (left > 0 && this.#misses === 0)) {
      this.#arm(left > 0 ? left : policy.idleMs);
      return;
    }
    await this.#ask();
    if (!this.#isClosed) this.#arm(this.#misses > 0 ? policy.deadlineMs : policy.idleMs);
  }

  async #ask(): Promise<void> {
    const { policy, ping, list, isBusy, onDead, clock } = this.#options;
    const isLast = this.#misses + 1 >= policy.maxMisses;
    const askedAt = clock.now();
    try {
      await (isLast ? list(policy.deadlineMs) : ping(policy.deadlineMs));
      this.#answered(isLast);
    } catch (error) {
      if (this.#isClosed) return;
      if (isAnswer(error)) {
        if (error instanceof McpProtocolError && error.remoteCode === methodNotFound) this.#canPing = false;
        this.#answered(isLast);
        return;
      }
      // Something else was asked meanwhile, or answered: that is what tells.
      if (isBusy() || this.#lastHeard > askedAt) return;
      const failure = failureOf(error);
      // It is there, and lets nobody in any more: asking on is of no use.
      if (failure.code === 'MCP_UNAUTHORIZED') return onDead(failure);
      this.#misses += 1;
      if (this.#misses < policy.maxMisses) return;
      onDead(this.#death(failure));
    }
  }

  /** What there is to say of one that was asked in vain: a way that is not there, or silence. */
  #death(last: Failure): Failure {
    const message = `the server answered none of ${this.#misses} questions in a row`;
    if (failureKindOf(last) === 'unreachable') return { ...last, message: `${message}; the last one: ${last.message}` };
    const { deadlineMs } = this.#options.policy;
    return { code: 'MCP_TIMEOUT', message, method: 'ping', timeout: 'idle', timeoutMs: deadlineMs };
  }

  /** An answer to our own question. One to the list after pings without any says that pings are of no use here. */
  #answered(isLast: boolean): void {
    if (isLast && this.#misses > 0) this.#canPing = false;
    this.#misses = 0;
    this.#lastHeard = this.#options.clock.now();
  }
}

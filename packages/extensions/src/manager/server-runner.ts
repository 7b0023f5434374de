import type { Clock, Timer } from '../base/clock.ts';
import { settlesWithin } from '../base/deadline.ts';
import { guarded } from '../base/guarded.ts';
import { requireWanted } from '../client/request-options.ts';
import { errorFrom, type Failure } from '../errors.ts';
import type { CloseReport } from '../rpc/transport.ts';
import { failureKindOf, failureOf } from './failure-kind.ts';
import type { RestartPolicy } from './restart-policy.ts';
import type { LifeOptions, ServerLife, Started } from './server-life.ts';
import type { QuarantinedState, ServerEffect, ServerEvent, ServerSlot, ServerState } from './server-state.ts';
import { newSlot, step } from './server-transitions.ts';
import { Waiters } from './waiters.ts';

/** What a life tells its server. */
export type LifeHooks = Pick<LifeOptions, 'generation' | 'onEnd' | 'onListChanged'>;

export interface ServerRunnerOptions {
  readonly isEnabled: boolean;
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly policy: RestartPolicy;
  /** How long somebody waits for the server to be ready; the start goes on without them. Milliseconds. */
  readonly patienceMs: number;
  /** How long calls may go on when the server is restarted. Milliseconds. */
  readonly drainMs: number;
  readonly newLife: (hooks: LifeHooks) => ServerLife;
  /** Whether what the server is now is in quarantine. */
  readonly isQuarantined: () => Promise<boolean>;
  readonly addQuarantine: (entry: Omit<QuarantinedState, 'name'>) => Promise<void>;
  /** Somebody holds the server: after a failure it is started again by itself, and a start is not given up. */
  readonly isKept: () => boolean;
  /** Called before anybody who waits goes on. */
  readonly onReady: (life: ServerLife, started: Extract<Started, { kind: 'ready' }>) => void;
  readonly onFailed: (life: ServerLife, failure: Failure) => void;
  /** Nothing of the life is left but what the report names. */
  readonly onClosed: (life: ServerLife, report: CloseReport) => void;
  readonly onListChanged: (life: ServerLife) => void;
  readonly onState: (state: ServerState) => void;
}

/** How a server ended when the manager was closed. */
export interface ShutdownReport extends CloseReport {
  /** False: nothing of it ran. */
  readonly hadProcess: boolean;
}

/** Does what the state machine says: the one who starts and ends the lives of one server, one after the other. */
export class ServerRunner {
  readonly #options: ServerRunnerOptions;
  readonly #waiters: Waiters;
  #slot: ServerSlot;
  #life: ServerLife | undefined;
  #ending: Promise<CloseReport> | undefined;
  #timer: Timer | undefined;
  readonly #events: ServerEvent[] = [];
  #isStepping = false;

  constructor(options: ServerRunnerOptions) {
    this.#options = options;
    this.#slot = newSlot(options.isEnabled);
    this.#waiters = new Waiters(() => this.#withdrawn());
  }

  get slot(): ServerSlot {
    return this.#slot;
  }

  /** The life that runs, begins or ends. */
  get life(): ServerLife | undefined {
    return this.#life;
  }

  get waiting(): number {
    return this.#waiters.size;
  }

  /**
   * The life that can be called now; a promise only when it must be waited for. Starts one if there is none. Any number may
   * wait, for one start.
   *
   * @throws McpClientError why it cannot be; `MCP_TIMEOUT` when it takes longer than the patience, `MCP_ABORTED`
   */
  ready(signal: AbortSignal | undefined): ServerLife | Promise<ServerLife> {
    requireWanted('tools/call', signal);
    return this.#readyLife ?? this.#onceReady(signal);
  }

  get #readyLife(): ServerLife | undefined {
    return this.#slot.state.name === 'ready' ? this.#life : undefined;
  }

  async #onceReady(signal: AbortSignal | undefined): Promise<ServerLife> {
    const { clock, patienceMs } = this.#options;
    for (;;) {
      requireWanted('tools/call', signal);
      const life = this.#readyLife;
      if (life !== undefined) return life;
      const { state } = this.#slot;
      if (state.name === 'backoff' && state.until - clock.now() > patienceMs) {
        throw errorFrom({ method: 'tools/call', ...state.failure, outcome: 'not-sent' });
      }
      const waiting = this.#waiters.wait(signal);
      this.dispatch({ type: 'wanted', now: clock.now() });
      // Whoever loses patience still wants it: the start goes on, and the next one finds it done.
      if (!(await settlesWithin(waiting, patienceMs, clock))) throw errorFrom(notReady(this.#slot.state, patienceMs));
      await waiting;
    }
  }

  /** Begins a start that nobody waits for. */
  prewarm(): void {
    this.dispatch({ type: 'wanted', now: this.#options.clock.now() });
  }

  /** Somebody holds the server now: what is in back-off is started again by itself. Or nobody wants it any more. */
  heldChanged(): void {
    const { state } = this.#slot;
    if (!this.#options.isKept()) {
      if (this.waiting === 0) this.dispatch({ type: 'withdrawn' });
    } else if (state.name === 'backoff' && state.retries) this.prewarm();
  }

  dispatch(event: ServerEvent): void {
    this.#events.push(event);
    if (this.#isStepping) return;
    this.#isStepping = true;
    try {
      for (let next = this.#events.shift(); next !== undefined; next = this.#events.shift()) this.#step(next);
    } finally {
      this.#isStepping = false;
    }
  }

  /** Ends what there is, and starts nothing any more. */
  async shutdown(): Promise<ShutdownReport> {
    this.dispatch({ type: 'shutdown' });
    const hadProcess = this.#life?.hasProcess === true;
    // Who hears of a state and closes the manager is in the middle of a step: what he asks for comes after it.
    if (this.#isStepping) await Promise.resolve();
    const report = await this.#ending;
    return { ...report, survivors: report?.survivors ?? [], hadProcess };
  }

  #step(event: ServerEvent): void {
    const before = this.#slot.state;
    const { slot, effects } = step(this.#slot, event, this.#options.policy);
    this.#slot = slot;
    for (const effect of effects) this.#do(effect);
    if (slot.state !== before) guarded(() => this.#options.onState(slot.state));
    // Who waits is never forgotten, whatever made it stop.
    if (slot.state.name === 'stopped' && this.#waiters.size > 0) this.prewarm();
  }

  #do(effect: ServerEffect): void {
    const { clock, addQuarantine } = this.#options;
    switch (effect.type) {
      case 'start':
        return this.#begin(effect.generation);
      case 'close':
        return void this.#end(effect.drains);
      case 'arm': {
        const { generation, until } = effect;
        const afterMs = Math.max(0, Math.ceil(until - clock.now()));
        this.#timer = clock.setTimer(afterMs, () => this.dispatch({ type: 'timer', generation }));
        return undefined;
      }
      case 'disarm':
        return this.#timer?.cancel();
      case 'identify':
        return void this.#identify();
      case 'quarantine':
        return void addQuarantine(effect.entry);
      case 'ready':
        return this.#waiters.ready();
      case 'refuse':
        return this.#waiters.refuse(effect.failure);
      default:
        return effect satisfies never;
    }
  }

  #begin(generation: number): void {
    const { newLife, onListChanged } = this.#options;
    const life = newLife({
      generation,
      onEnd: (failure) => this.fail(life, failure),
      onListChanged: () => onListChanged(life),
    });
    this.#life = life;
    void this.#follow(life);
  }

  async #follow(life: ServerLife): Promise<void> {
    const { clock, onListChanged, onReady } = this.#options;
    const { generation } = life;
    try {
      const started = await life.start();
      if (started.kind === 'quarantined') {
        this.dispatch({ type: 'found-quarantined', generation, entry: started.entry });
        return;
      }
      if (this.#slot.state.name === 'starting' && this.#slot.generation === generation) onReady(life, started);
      this.dispatch({ type: 'started', generation, now: clock.now(), identity: started.identity.hash });
      if (started.isStale) onListChanged(life);
    } catch (error) {
      // Also what cannot be taken over from a server that came up: whoever waits is told.
      this.fail(life, failureOf(error));
    }
  }

  /** A life failed: by itself, or somebody found out. */
  fail(life: ServerLife, failure: Failure): void {
    const { clock, random, onFailed } = this.#options;
    const { generation, identity } = life;
    const { state } = this.#slot;
    const kind = failureKindOf(failure);
    if (kind !== 'deliberate' && state.name !== 'stopping' && this.#life === life) onFailed(life, failure);
    const event = { generation, now: clock.now(), kind, failure, identity: identity?.hash, random: random() };
    this.dispatch({ type: 'failed', ...event });
  }

  async #end(drains: boolean): Promise<void> {
    const { clock, drainMs, isKept, onClosed } = this.#options;
    const life = this.#life;
    if (life === undefined) return;
    if (drains) await life.drain(drainMs);
    const ending = life.close();
    this.#ending = ending;
    const report = await ending;
    if (this.#life !== life) return;
    this.#life = undefined;
    this.#ending = undefined;
    onClosed(life, report);
    this.dispatch({ type: 'gone', generation: life.generation, isKept: isKept(), now: clock.now() });
  }

  async #identify(): Promise<void> {
    try {
      this.dispatch({ type: 'identified', isQuarantined: await this.#options.isQuarantined() });
    } catch (error) {
      // Somebody may have lifted it meanwhile: then those who wait do so for a start.
      if (this.#slot.state.name === 'quarantined') this.#waiters.refuse(failureOf(error));
    }
  }

  /** An installation, and what somebody holds, is not given up because nobody waits at the moment. */
  #withdrawn(): void {
    if (!this.#options.isKept()) this.dispatch({ type: 'withdrawn' });
  }
}

function notReady(state: ServerState, patienceMs: number): Failure {
  return {
    code: 'MCP_TIMEOUT',
    message: `the server was not ready within ${patienceMs} ms: it is ${state.name}, and that goes on`,
    method: 'tools/call',
    timeout: 'total',
    timeoutMs: patienceMs,
    outcome: 'not-sent',
  };
}

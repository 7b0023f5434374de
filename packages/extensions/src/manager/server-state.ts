import type { Failure } from '../errors.ts';
import type { FailureHistory, FailureKind } from './restart-policy.ts';

/** The names of the states of a server of the manager. */
export type ServerStateName = 'disabled' | 'stopped' | 'starting' | 'ready' | 'stopping' | 'backoff' | 'quarantined';

/** Where a server of the manager is. Moments are those of the clock. */
export type ServerState =
  /** It is not to be started: the configuration says so, or the manager is closed. */
  | { readonly name: 'disabled'; readonly reason: 'configuration' | 'shutdown' }
  | { readonly name: 'stopped' }
  /** `attempt` counts from 1 since the last proof of health. */
  | { readonly name: 'starting'; readonly generation: number; readonly attempt: number }
  /** `isUseful`: a call was answered in this life. */
  | {
      readonly name: 'ready';
      readonly generation: number;
      readonly since: number;
      readonly isUseful: boolean;
      readonly identity: string;
    }
  /** Its process may be there still: nothing else is started before it is gone. */
  | { readonly name: 'stopping'; readonly generation: number; readonly next: NextState }
  | BackoffState
  | QuarantinedState;

/** Waiting for the next start after a failure. */
interface BackoffState {
  readonly name: 'backoff';
  /** The life that failed. */
  readonly generation: number;
  readonly until: number;
  readonly failure: Failure;
  /** False: only somebody who asks starts it, and not before `until`. */
  readonly retries: boolean;
  /** A timer waits for `until`: somebody wants it. */
  readonly isArmed: boolean;
}

/** It failed too often, as it is: only another identity, or a person, ends this. */
export interface QuarantinedState {
  readonly name: 'quarantined';
  readonly identity: string;
  readonly cause: string;
  readonly failures: number;
}

/** What comes when the old process is gone. */
export type NextState =
  | { readonly name: 'stopped'; readonly startsAgain: boolean }
  | { readonly name: 'disabled'; readonly reason: 'shutdown' }
  | Omit<BackoffState, 'generation'>
  | QuarantinedState;

/** A state with what must be remembered beside it. */
export interface ServerSlot {
  readonly state: ServerState;
  /** Of the last start; each start has the next one. */
  readonly generation: number;
  readonly history: FailureHistory;
}

/** What happened. What has a generation is about that life only: of another one it is stale, and dropped. */
export type ServerEvent =
  /** Somebody waits for it to be ready. */
  | { readonly type: 'wanted'; readonly now: number }
  /** All who waited took their wish back. */
  | { readonly type: 'withdrawn' }
  | { readonly type: 'started'; readonly generation: number; readonly now: number; readonly identity: string }
  | {
      readonly type: 'failed';
      readonly generation: number;
      readonly now: number;
      readonly kind: FailureKind;
      readonly failure: Failure;
      readonly identity: string | undefined;
      /** From 0 to 1. */
      readonly random: number;
    }
  /** A start found that this identity is in quarantine. */
  | { readonly type: 'found-quarantined'; readonly generation: number; readonly entry: Omit<QuarantinedState, 'name'> }
  /** A call was answered with a result. */
  | { readonly type: 'answered'; readonly generation: number }
  | { readonly type: 'stop'; readonly why: 'idle' | 'user' | 'rotation'; readonly now: number }
  /** Nothing of that life is left. `isKept`: somebody holds the server, so that it is started again by itself. */
  | { readonly type: 'gone'; readonly generation: number; readonly isKept: boolean; readonly now: number }
  /** The wait is over. */
  | { readonly type: 'timer'; readonly generation: number }
  /** What the server is now, asked for in quarantine. */
  | { readonly type: 'identified'; readonly isQuarantined: boolean }
  /** A person lifted the quarantine, or wants no more waiting. */
  | { readonly type: 'cleared' }
  /** The manager closes. Final. */
  | { readonly type: 'shutdown' };

/** What is to be done. */
export type ServerEffect =
  /** Begin a life: only now, and only this one. */
  | { readonly type: 'start'; readonly generation: number }
  /** End that life and say `gone`. `drains`: its calls may end first. */
  | { readonly type: 'close'; readonly generation: number; readonly drains: boolean }
  | { readonly type: 'arm'; readonly generation: number; readonly until: number }
  | { readonly type: 'disarm' }
  /** Find out what the server is now, and say `identified`. */
  | { readonly type: 'identify' }
  /** Write it down. */
  | { readonly type: 'quarantine'; readonly entry: Omit<QuarantinedState, 'name'> }
  /** Whoever waits may go on. */
  | { readonly type: 'ready'; readonly generation: number }
  /** Whoever waits does so in vain. */
  | { readonly type: 'refuse'; readonly failure: Failure };

export interface Step {
  readonly slot: ServerSlot;
  readonly effects: readonly ServerEffect[];
}

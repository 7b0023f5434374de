/** When a server that failed is started again, and when no more. Times in milliseconds. */
export interface RestartPolicy {
  /** The first wait; each further one is twice as long. Default 500. */
  readonly baseMs: number;
  /** No wait is longer, jitter included. Default 60,000. */
  readonly maxDelayMs: number;
  /** The part of a wait that chance adds or takes away. Default 0.2. */
  readonly jitter: number;
  /** So many crashes within the window, and it is not started any more. Default 5. */
  readonly maxCrashes: number;
  /** Default 300,000. */
  readonly windowMs: number;
  /** How long a server must have been up, with a good call in that time, to be forgiven what was before. Default 60,000. */
  readonly provenMs: number;
  /** How long a failure that a new start would repeat is remembered, for whoever asks. Default 30,000. */
  readonly holdMs: number;
  /** A server may ask for a longer wait (`Retry-After`): so long at most. Default 3,600,000. */
  readonly maxRetryAfterMs: number;
}

export const defaultRestartPolicy: RestartPolicy = {
  baseMs: 500,
  maxDelayMs: 60_000,
  jitter: 0.2,
  maxCrashes: 5,
  windowMs: 300_000,
  provenMs: 60_000,
  holdMs: 30_000,
  maxRetryAfterMs: 3_600_000,
};

/** Why a server failed, as far as it matters for the next start. Which error is which: `failure-kind.ts`. */
export type FailureKind =
  /** It ran, or began to. A new start may help; too many of these and it is not started any more. */
  | 'crash'
  /** A missing program, a wrong setting, no revision in common, no right to speak: the same again, until somebody repairs it. */
  | 'setup'
  /** The host has no room for a process now: not the server's fault. */
  | 'exhausted'
  /** There is no way to it at the moment, or it says so itself. That is no reason never to ask again. */
  | 'unreachable'
  /** It forgot the conversation, as it may: a new one begins at once. */
  | 'expired'
  /** It was not to be started: no approval, no place. Nothing failed. */
  | 'gate'
  /** We ended it. */
  | 'deliberate';

/** What there was of failures since the server last proved itself. Of one identity: a changed server begins anew. */
export interface FailureHistory {
  readonly identity: string | undefined;
  /** Failures in a row, for the length of the next wait. */
  readonly inRow: number;
  /** Moments of the crashes that count, oldest first. */
  readonly crashes: readonly number[];
}

export const noFailures: FailureHistory = { identity: undefined, inRow: 0, crashes: [] };

/** One failure, with the life before it. */
export interface FailureFacts {
  readonly kind: FailureKind;
  readonly now: number;
  /** Undefined when it failed before its identity was known. */
  readonly identity: string | undefined;
  /** From 0 to 1, drawn by who asks: this is a pure function. */
  readonly random: number;
  /** So long the server wants to be left alone. */
  readonly leastMs?: number | undefined;
  /** Undefined when it was never ready. */
  readonly life?: { readonly since: number; readonly isUseful: boolean } | undefined;
}

export type Verdict =
  /** It is started again then, if somebody wants it. */
  | { readonly what: 'retry'; readonly until: number }
  /** Nobody starts it by himself; who asks before then hears of this failure, who asks later starts it. */
  | { readonly what: 'hold'; readonly until: number }
  | { readonly what: 'quarantine'; readonly identity: string; readonly failures: number }
  /** Nothing happened that counts. */
  | { readonly what: 'rest' };

/**
 * What follows from a failure. A handshake is no success: counters are only forgotten when the server was up for
 * `provenMs` and did something useful in that time, or when it is another one now.
 * See github.com/can1357/oh-my-pi/issues/1596 (66,487 starts).
 */
export function judge(
  history: FailureHistory,
  facts: FailureFacts,
  policy: RestartPolicy,
): { readonly history: FailureHistory; readonly verdict: Verdict } {
  const { kind, now, random } = facts;
  const before = isForgiven(history, facts, policy) ? noFailures : history;
  const identity = facts.identity ?? before.identity;
  if (kind === 'gate' || kind === 'deliberate') return { history: before, verdict: { what: 'rest' } };
  if (kind === 'setup') {
    return { history: { ...before, identity }, verdict: { what: 'hold', until: now + policy.holdMs } };
  }
  if (kind === 'expired' && isGoodLife(facts, policy))
    return { history: before, verdict: { what: 'retry', until: now } };
  const inRow = before.inRow + 1;
  const leastMs = Math.min(policy.maxRetryAfterMs, facts.leastMs ?? 0);
  const retry: Verdict = { what: 'retry', until: now + Math.max(leastMs, delayAfter(inRow, random, policy)) };
  if (kind === 'exhausted' || kind === 'unreachable')
    return { history: { ...before, identity, inRow }, verdict: retry };
  const crashes = [...before.crashes.filter((at) => now - at < policy.windowMs), now];
  const isTooMuch = identity !== undefined && crashes.length >= policy.maxCrashes;
  return {
    history: { identity, inRow, crashes },
    verdict: isTooMuch ? { what: 'quarantine', identity, failures: crashes.length } : retry,
  };
}

/** The wait after the nth failure in a row, from 1. */
export function delayAfter(inRow: number, random: number, policy: RestartPolicy): number {
  const { baseMs, maxDelayMs, jitter } = policy;
  const plain = Math.min(maxDelayMs, baseMs * 2 ** (inRow - 1));
  return Math.min(maxDelayMs, Math.round(plain * (1 + jitter * (2 * random - 1))));
}

/** It lasted, or did something: to end it so is no crash. One that is over again and again as soon as it begins is one. */
function isGoodLife({ life, now }: FailureFacts, { provenMs }: RestartPolicy): boolean {
  return life !== undefined && (life.isUseful || now - life.since >= provenMs);
}

function isForgiven(history: FailureHistory, { identity, life, now }: FailureFacts, policy: RestartPolicy): boolean {
  const isAnother = identity !== undefined && history.identity !== undefined && identity !== history.identity;
  return isAnother || (life !== undefined && life.isUseful && now - life.since >= policy.provenMs);
}

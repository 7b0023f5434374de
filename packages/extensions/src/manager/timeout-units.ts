import { maxTimerMs } from '../base/deadline.ts';
import type { TimeoutUnit } from './dialects.ts';

/** How many milliseconds one of it is. */
const factors = { milliseconds: 1, seconds: 1_000, minutes: 60_000 } as const;

type Unit = keyof typeof factors;

/** Units that a name says itself. A bare `timeout` says none: that is for the dialect to say. */
export const unitOfName: Readonly<Record<string, Unit>> = {
  timeoutMs: 'milliseconds',
  requestTimeoutMs: 'milliseconds',
  requestTimeout: 'milliseconds',
  totalTimeoutMs: 'milliseconds',
  startTimeoutMs: 'milliseconds',
  installTimeoutMs: 'milliseconds',
  startup_timeout_ms: 'milliseconds',
  connectionTimeout: 'milliseconds',
  idleMs: 'milliseconds',
  idleTimeoutMs: 'milliseconds',
  tool_timeout_sec: 'seconds',
  startup_timeout_sec: 'seconds',
  idleTimeout: 'minutes',
};

/** The largest bare number of an unknown unit that is taken for seconds: an hour. */
const largestGuessedSeconds = 3_600;

/** The shortest time that is believed: below it the unit was mistaken, and nothing could answer. */
export const shortestMs = 10;

/** A number as milliseconds; or what is wrong with it. `guessed`: its unit was not known. */
export type Duration =
  | { readonly ms: number; readonly unit: Unit; readonly guessed: boolean }
  | { readonly problem: string; readonly cure: string };

/** What a number means under its name (google-gemini/gemini-cli#1995, openclaw#105784). */
export function durationOf(value: number, name: string, bareUnit: TimeoutUnit): Duration {
  const known = unitOfName[name] ?? (bareUnit === 'unknown' ? undefined : bareUnit);
  const unit = known ?? (value <= largestGuessedSeconds ? 'seconds' : 'milliseconds');
  const ms = Math.round(value * factors[unit]);
  if (!(ms > 0)) {
    return { problem: `is ${value}, which is no time`, cure: 'leave it out for the default' };
  }
  if (ms < shortestMs) {
    const cure = unit === 'milliseconds' ? `it counts milliseconds: ${value} seconds are ${value * 1_000}` : longer;
    return { problem: `is ${value} ${unit}, and nothing answers in less than ${shortestMs} ms`, cure };
  }
  if (ms > maxTimerMs) {
    return {
      problem: `is ${value} ${unit}, and no timer can wait for more than ${maxTimerMs} ms`,
      cure: unit === 'milliseconds' ? 'write a smaller number' : `it counts ${unit}: write a smaller number`,
    };
  }
  return { ms, unit, guessed: known === undefined };
}

const longer = 'write a longer time';

import type { RequestRecord } from './records.ts';

/** How a request ended, as the page tells it: a tool that says that it failed is not the same as one that worked. */
export const outcomes = [
  'fulfilled',
  'tool-error',
  'refused',
  'timed-out',
  'aborted',
  'failed',
  'not-sent',
  'pending',
] as const;

export type Outcome = (typeof outcomes)[number];

export function outcomeOf({ state, isError }: RequestRecord): Outcome {
  return state === 'fulfilled' && isError === true ? 'tool-error' : state;
}

/** Whether the server answered. Every other end is the client's own doing. */
export function isAnswered(outcome: Outcome): boolean {
  return outcome === 'fulfilled' || outcome === 'tool-error' || outcome === 'refused';
}

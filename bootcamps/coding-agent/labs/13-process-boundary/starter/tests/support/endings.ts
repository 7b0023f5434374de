import { endingsOf, type Watched as WatchedBy } from '@coding-agent/fixture-servers/lab';
import { ProcessError } from '../../src/errors.ts';

/** A promise that is looked at from the start, and asked later how it ended. */
export type Watched<T> = WatchedBy<T, ProcessError>;

const endings = endingsOf(ProcessError);

/** Starts to look at a promise. Processes have to come up first: on a busy machine that takes its time. */
export function watch<T>(promise: Promise<T>, what: string): Watched<T> {
  return endings.watch(promise, what, 10_000);
}

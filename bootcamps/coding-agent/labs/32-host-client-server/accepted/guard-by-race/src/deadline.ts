import type { Clock } from './clock.ts';
import { RequestTimeoutError } from './errors.ts';

export interface DeadlineOptions {
  readonly clock: Clock;
  readonly method: string;
  readonly requestId: number;
  readonly timeoutMs: number;
  readonly forget: () => void;
}

/** A race between two promises, with what a race alone forgets: the timer of the winner, the entry of the loser. */
export async function withDeadline<T>(answer: Promise<T>, options: DeadlineOptions): Promise<T> {
  const { clock, forget, ...named } = options;
  let stop = (): void => {};
  const late = new Promise<never>((_resolve, reject) => {
    stop = clock.start(named.timeoutMs, () => reject(new RequestTimeoutError(named)));
  });
  try {
    return await Promise.race([answer, late]);
  } catch (error) {
    if (error instanceof RequestTimeoutError) forget();
    throw error;
  } finally {
    stop();
  }
}

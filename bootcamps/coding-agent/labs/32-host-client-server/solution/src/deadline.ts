import type { Clock } from './clock.ts';
import { RequestTimeoutError } from './errors.ts';

export interface DeadlineOptions {
  readonly clock: Clock;
  readonly method: string;
  readonly requestId: number;
  readonly timeoutMs: number;
  /** Called at the deadline, before the error: nobody waits for this request any more. */
  readonly forget: () => void;
}

/**
 * The answer, if it comes in time. It ends with whatever is first, the answer or the deadline, and gives its timer back in
 * each case. Grown up: packages/extensions/src/base/deadline.ts
 *
 * @throws RequestTimeoutError `REQUEST_TIMEOUT` with the method and the id
 */
export function withDeadline<T>(answer: Promise<T>, options: DeadlineOptions): Promise<T> {
  const { clock, method, requestId, timeoutMs, forget } = options;
  return new Promise((resolve, reject) => {
    const stop = clock.start(timeoutMs, () => {
      forget();
      reject(new RequestTimeoutError({ method, requestId, timeoutMs }));
    });
    answer.finally(stop).then(resolve, reject);
  });
}

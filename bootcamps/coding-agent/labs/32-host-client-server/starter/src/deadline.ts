import type { Clock } from './clock.ts';
import { NotImplementedError } from './errors.ts';

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
 * TODO(TODO_DEADLINE): write it. Every way out gives the timer back.
 *
 * @throws RequestTimeoutError `REQUEST_TIMEOUT` with the method and the id
 */
export function withDeadline<T>(_answer: Promise<T>, _options: DeadlineOptions): Promise<T> {
  throw new NotImplementedError('TODO_DEADLINE', [
    '给等待加上期限：两秒没有回答，就用 RequestTimeoutError 报告是哪一个请求',
    'Give the waiting a deadline: after two seconds without an answer a RequestTimeoutError says which request it was',
  ]);
}

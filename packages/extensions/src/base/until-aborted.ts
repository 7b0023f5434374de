import { unwatchAbort, watchAbort, type AbortListener } from './abort-watch.ts';

/** What the promise comes to, or the error made of the reason as soon as the signal aborts. What comes later is not heard. */
export function untilAborted<T>(
  promise: Promise<T>,
  signal: AbortSignal | undefined,
  aborted: (reason: unknown) => Error,
): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise<T>((resolve, reject) => {
    const listener: AbortListener = { place: -1, onAbort: (reason) => reject(aborted(reason)) };
    if (signal.aborted) listener.onAbort(signal.reason);
    else watchAbort(signal, listener);
    promise.then(resolve, reject).finally(() => unwatchAbort(signal, listener));
  });
}

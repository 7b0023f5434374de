import { unwatchAbort, watchAbort, type AbortListener } from '../base/abort-watch.ts';
import { systemClock } from '../base/clock.ts';

/** A signal that follows another one, and that aborts by itself when its time is over. */
export interface LimitedSignal {
  readonly signal: AbortSignal;
  /** It is not needed any more: gives its timer and its listener back. Once or more. */
  readonly release: () => void;
}

/** `AbortSignal.timeout` and `AbortSignal.any` would keep timer and listener until the time is over, whatever happens before. */
export function limitedSignal(ms: number, followed?: AbortSignal): LimitedSignal {
  const controller = new AbortController();
  const listener: AbortListener = { place: -1, onAbort: () => over() };
  const timer = systemClock.setTimer(ms, () => over());
  const release = (): void => {
    timer.cancel();
    if (followed !== undefined) unwatchAbort(followed, listener);
  };
  const over = (): void => {
    release();
    controller.abort();
  };
  if (followed?.aborted === true) over();
  else if (followed !== undefined) watchAbort(followed, listener);
  return { signal: controller.signal, release };
}

/**
 * Calls a handler of the host. It may throw, or return a promise that rejects: either is told to `failed`, and neither
 * reaches whoever called.
 */
export function guarded(run: () => unknown, failed: () => void): void {
  try {
    const later = run();
    if (later instanceof Promise) later.catch(failed);
  } catch {
    failed();
  }
}

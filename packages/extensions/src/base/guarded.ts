/**
 * Calls a handler of the host. It may throw, or return a promise that rejects: either is told to `failed`, if it is
 * given, and neither reaches whoever called.
 */
export function guarded(run: () => unknown, failed: () => void = () => {}): void {
  try {
    const later = run();
    if (typeof later === 'object' && later !== null && 'then' in later) Promise.resolve(later).catch(failed);
  } catch {
    failed();
  }
}

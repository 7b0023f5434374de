/** What the work comes to, or what the signal is aborted with: nobody waits for a terminal after Ctrl-C. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => {}); // it may fail when nobody listens any more
  signal.throwIfAborted();
  let stop = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

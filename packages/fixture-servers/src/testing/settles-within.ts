/**
 * Waits for a promise to settle, either way, and says which. Its own timer is always given back.
 *
 * @param what names the promise in the error
 * @throws `<what>: still pending after <ms> ms`
 */
export async function settlesWithin<T>(
  promise: PromiseLike<T>,
  ms: number,
  what: string,
): Promise<PromiseSettledResult<T>> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: still pending after ${ms} ms`)), ms);
  });
  try {
    const [settled] = await Promise.race([Promise.allSettled([promise] as const), expired]);
    return settled;
  } finally {
    clearTimeout(timer);
  }
}

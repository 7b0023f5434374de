/** A promise with its handle outside. (`Promise.withResolvers` is missing on Node 20.) */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
}

export function createDeferred<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((yes) => (resolve = yes));
  return { promise, resolve };
}

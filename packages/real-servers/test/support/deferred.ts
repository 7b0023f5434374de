/** A promise that is resolved from outside. Node 20 has no `Promise.withResolvers`. */
export function deferred<T = void>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((take) => {
    resolve = take;
  });
  return { promise, resolve };
}

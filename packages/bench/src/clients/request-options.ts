import type { CallOptions } from './bench-client.ts';

/** The options of a call as the peers that follow the SDK spell them. */
export function requestOptions({ timeoutMs, signal }: CallOptions): { timeout?: number; signal?: AbortSignal } {
  return { ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }), ...(signal ? { signal } : {}) };
}

/**
 * A member of any value: undefined where there is none, and where it cannot be read. A getter may throw, and so may a Proxy,
 * whatever it is asked.
 */
export function readMember(value: unknown, key: string): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return undefined;
  try {
    return Reflect.get(value, key) as unknown;
  } catch {
    return undefined;
  }
}

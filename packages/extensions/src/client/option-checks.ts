import { McpClientError } from '../errors.ts';
import { isJsonObject } from '../wire/message.ts';

/**
 * @throws McpClientError `MCP_INVALID_CONFIG` when there is a member that nobody knows
 */
export function requireNone(unknown: object, known: string, where: string = ''): void {
  const [name] = Object.keys(unknown);
  if (name !== undefined) throw invalid(`${where}${name}`, `does not exist; there are ${known}`);
}

/**
 * Numbers with their defaults, each of them as it should be.
 *
 * @throws McpClientError `MCP_INVALID_CONFIG`
 */
export function resolveNumbers<T extends object>(
  defaults: T,
  given: Partial<T> | undefined,
  where: string,
  isFine: (value: unknown) => boolean,
  should: string,
): T {
  const resolved = { ...defaults };
  if (given !== undefined && !isJsonObject(given)) throw invalid(where, 'should be an object');
  for (const [key, value] of Object.entries(given ?? {})) {
    if (value === undefined) continue;
    if (!Object.hasOwn(defaults, key))
      throw invalid(`${where}.${key}`, `does not exist; there are ${Object.keys(defaults).join(', ')}`);
    if (!isFine(value)) throw invalid(`${where}.${key}`, `should be ${should}, and is ${inspect(value)}`);
    Reflect.set(resolved, key, value);
  }
  return resolved;
}

/** A number as it is; of anything else the kind alone. */
function inspect(value: unknown): string {
  return typeof value === 'number' ? String(value) : `a ${typeof value}`;
}

/** A whole number from 1. */
export function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1;
}

/** An option that is not as it should be. */
export function invalid(option: string, what: string): McpClientError {
  return new McpClientError('MCP_INVALID_CONFIG', `${option} ${what}`);
}

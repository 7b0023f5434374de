import { errorFrom } from '../errors.ts';
import { isJsonObject, type JsonObject } from '../wire/message.ts';

/** What was read of something untrusted, or what stands against it. */
export type Read<T> = { readonly value: T } | { readonly problem: string };

/** The value; without one, an error with the code `MCP_INVALID_RESULT` that says what is wrong with the result. */
export function valueOf<T>(read: Read<T>, method: string, requestId: number): T {
  if ('value' in read) return read.value;
  const message = `the result of ${method}: ${read.problem}`;
  throw errorFrom({ code: 'MCP_INVALID_RESULT', message, method, requestId });
}

/** The member if it is a string; a member of another kind is a problem, a missing one is undefined. */
export function optionalString(object: JsonObject, key: string): Read<string | undefined> {
  const value = object[key] ?? undefined;
  return value === undefined || typeof value === 'string' ? { value } : { problem: `${key} is no string` };
}

/** The member if it is an object; a member of another kind is a problem, a missing one is undefined. */
export function optionalObject(object: JsonObject, key: string): Read<JsonObject | undefined> {
  const value = object[key] ?? undefined;
  return value === undefined || isJsonObject(value) ? { value } : { problem: `${key} is no object` };
}

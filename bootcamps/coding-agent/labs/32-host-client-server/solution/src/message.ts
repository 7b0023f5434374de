import { LessonError } from './errors.ts';
import type { Message } from './transport.ts';

/** Parameters by name. MCP has no others. */
export type Params = Readonly<Record<string, unknown>>;

/** What a request ended with: a result or an error, one of the two. */
export type Outcome =
  { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } };

/** An object, and neither null nor an array. */
export function isObject(value: unknown): value is Params {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A request when there is an id, a notification when there is none: nothing else tells the two apart. */
export function messageOf({
  id,
  method,
  params,
}: {
  id?: number;
  method: string;
  params?: Params | undefined;
}): Message {
  return { jsonrpc: '2.0', ...(id === undefined ? {} : { id }), method, ...paramsMember(params) };
}

/**
 * The member `params` as it was said: absent stays absent, empty stays empty. "Nothing was said" and "the list of things is
 * empty" are two messages, and only the receiver knows whether they mean the same.
 *
 * @throws LessonError `INVALID_PARAMS` for what is no object
 */
export function paramsMember(params: unknown): { params?: Params } {
  if (params === undefined) return {};
  if (!isObject(params)) throw new LessonError('INVALID_PARAMS', 'params are an object, or they are left out');
  return { params };
}

/**
 * The sender's half of "exactly one": an answer with a result or an error. `undefined` counts as absent: JSON does not carry it.
 *
 * @throws LessonError `MALFORMED_RESPONSE` for both or neither: nothing may be sent
 */
export function answerOf(id: unknown, outcome: Outcome): Message {
  const { result, error } = outcome as { result?: unknown; error?: unknown };
  if ((result === undefined) === (error === undefined)) {
    throw new LessonError('MALFORMED_RESPONSE', 'an answer has a result or an error: not both, not neither');
  }
  return { jsonrpc: '2.0', id, ...(error === undefined ? { result } : { error }) };
}

/**
 * The receiver's half: what an answer says, or that it says nothing that can be believed.
 *
 * @throws LessonError `MALFORMED_RESPONSE` for both or neither
 */
export function outcomeOf(message: Message): Outcome {
  if ('result' in message === 'error' in message) {
    throw new LessonError('MALFORMED_RESPONSE', 'the answer has both result and error, or neither');
  }
  return ('error' in message ? { error: message['error'] } : { result: message['result'] }) as Outcome;
}

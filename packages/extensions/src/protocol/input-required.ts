import { isJsonObject, type JsonObject } from '../wire/message.ts';
import { printable } from '../wire/printable.ts';
import type { Read } from './read.ts';

/** One question of a server, without an id: its key says which answer belongs to it. */
export interface InputRequest {
  readonly key: string;
  readonly method: string;
  readonly params: JsonObject;
}

/** A result that is not the last one. Nothing is known of `requestState`, and nothing is done with it but to send it back. */
export interface InputRequired {
  /** Undefined: the server only wants to be asked again. */
  readonly inputRequests: readonly InputRequest[] | undefined;
  readonly requestState: string | undefined;
}

/** What a server may ask for. */
const inputMethods: readonly string[] = ['elicitation/create', 'sampling/createMessage', 'roots/list'];

/** Reads a result with the type `input_required`. */
export function readInputRequired(result: JsonObject, maxRequests: number): Read<InputRequired> {
  const { inputRequests, requestState } = result;
  if (requestState !== undefined && typeof requestState !== 'string') return { problem: 'requestState is no string' };
  if (inputRequests === undefined) {
    if (requestState === undefined) return { problem: 'it needs input, and does not say which' };
    return { value: { inputRequests, requestState } };
  }
  if (!isJsonObject(inputRequests)) return { problem: 'inputRequests is no object' };
  const entries = Object.entries(inputRequests);
  if (entries.length > maxRequests) return { problem: `${entries.length} inputRequests at once, of ${maxRequests}` };
  const requests: InputRequest[] = [];
  for (const [key, entry] of entries) {
    const where = `inputRequests[${JSON.stringify(printable(key, 64))}]`;
    if (!isJsonObject(entry)) return { problem: `${where} is no object` };
    const { method, params = {} } = entry;
    if (typeof method !== 'string' || !inputMethods.includes(method)) return { problem: `${where} asks for no input` };
    if (!isJsonObject(params)) return { problem: `${where}.params is no object` };
    requests.push({ key, method, params });
  }
  return { value: { inputRequests: requests, requestState } };
}

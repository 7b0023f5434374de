import { answeredIn, hiddenAnswers } from './hidden-answers.ts';
import { isJsonObject, type Incoming, type JsonObject, type RemoteError, type RequestId } from './message.ts';
import { printable } from './printable.ts';
import { hasMoreValues } from './value-count.ts';

/** Bounds of what one line may become. */
export interface DecodeLimits {
  /** Objects, arrays and their members: each takes many times the bytes that it has on the wire. */
  readonly maxMessageValues: number;
}

/**
 * Sorts one line of the server by what it is. Never throws: what is wrong is a value (`malformed`, `noise`).
 *
 * @param line One line without its newline. A CR at its end and a byte order mark at its beginning do no harm.
 * @param bytes Its length in bytes.
 */
export function decodeLine(line: string, bytes: number, limits: DecodeLimits): Incoming {
  // A value has two bytes at least: mostly there is no need to count.
  if (bytes > 2 * limits.maxMessageValues && hasMoreValues(line, limits.maxMessageValues)) {
    const id = answeredIn(line);
    const why = `more than ${limits.maxMessageValues} values in one message`;
    return malformed(why, line, bytes, id === undefined ? {} : { mayAnswer: [id] });
  }
  let value: unknown;
  try {
    value = JSON.parse(line.charCodeAt(0) === byteOrderMark ? line.slice(1) : line);
  } catch {
    return noise(line, bytes);
  }
  const message: Incoming =
    Array.isArray(value) && value.length > 0
      ? { kind: 'batch', entries: value, bytes, sample: printable(line) }
      : classify(value, line, bytes);
  if (message.kind === 'malformed') return message;
  // A character that the server meant has three bytes on both sides; one put in for something else mostly has not.
  const replaced = line.includes('\ufffd') && Buffer.byteLength(line) !== bytes;
  return replaced ? { ...message, invalidUtf8: true } : message;
}

/** The messages in an array, sorted one by one. */
export function messagesIn(entries: readonly unknown[], bytes: number): Message[] {
  const each = Math.ceil(bytes / entries.length);
  return entries.map((entry) => classify(entry, 'an entry of an array', each));
}

const byteOrderMark = 0xfeff;

/** A message alone, not an array of them. */
export type Message = Exclude<Incoming, { kind: 'batch' | 'noise' | 'unanswered' }>;

function classify(value: unknown, line: string, bytes: number): Message {
  if (!isJsonObject(value)) return malformed(`${describe(value)} instead of an object`, line, bytes);
  const { jsonrpc, id, method, params } = value;
  const whose = method === undefined ? answeredBy(id) : {};
  if (jsonrpc !== '2.0') return malformed('jsonrpc is not "2.0"', line, bytes, whose);
  if (method !== undefined) return call(method, params, id, value, line, bytes);
  // Some servers write the member that they do not use as null: that leaves no doubt about the other one.
  const result = value['result'] ?? undefined;
  const error = value['error'] ?? undefined;
  if (result !== undefined && error !== undefined) return malformed('both a result and an error', line, bytes, whose);
  if (result === undefined && error === undefined) {
    return malformed('neither a method, nor a result, nor an error', line, bytes, whose);
  }
  if (typeof id !== 'number') {
    const isNameless = error !== undefined && (id === undefined || id === null);
    const why = `an answer whose id is ${id === undefined ? 'missing' : describe(id)}`;
    return malformed(why, line, bytes, isNameless ? { isNameless } : whose);
  }
  if (error !== undefined) {
    const remote = remoteError(error);
    return remote
      ? { kind: 'error', id, error: remote, bytes }
      : malformed('a malformed error object', line, bytes, whose);
  }
  if (!isJsonObject(result)) return malformed(`a result that is ${describe(result)}`, line, bytes, whose);
  return { kind: 'result', id, result, bytes };
}

function call(method: unknown, params: unknown, id: unknown, value: JsonObject, line: string, bytes: number): Message {
  if (typeof method !== 'string') return malformed('a method that is no string', line, bytes);
  if (params !== undefined && !isJsonObject(params)) {
    return malformed(`params that are ${describe(params)}`, line, bytes);
  }
  if (!('id' in value)) return { kind: 'notification', method, params: params ?? {}, bytes };
  if (!isRequestId(id)) return malformed(`a request whose id is ${describe(id)}`, line, bytes);
  return { kind: 'request', id, method, params: params ?? {}, bytes };
}

/** Not JSON. What may be hidden in it is said, and not believed. */
function noise(line: string, bytes: number): Incoming {
  const mayAnswer = hiddenAnswers(line);
  return { kind: 'noise', bytes, sample: printable(line), ...(mayAnswer.length === 0 ? {} : { mayAnswer }) };
}

/** Whose answer it is, or seems to be. */
interface Whose {
  readonly answers?: number;
  readonly mayAnswer?: readonly number[];
  readonly isNameless?: true;
}

function malformed(
  why: string,
  line: string,
  bytes: number,
  whose: Whose = {},
): Extract<Incoming, { kind: 'malformed' }> {
  return { kind: 'malformed', why, bytes, sample: printable(line), ...whose };
}

function answeredBy(id: unknown): Whose {
  if (typeof id === 'number' && Number.isSafeInteger(id)) return { answers: id };
  if (typeof id === 'string' && /^\d{1,15}$/.test(id)) return { mayAnswer: [Number(id)] };
  return {};
}

function remoteError(value: unknown): RemoteError | undefined {
  if (!isJsonObject(value)) return undefined;
  const { code, message, data } = value;
  if (typeof code !== 'number' || !Number.isInteger(code) || typeof message !== 'string') return undefined;
  return data === undefined ? { code, message } : { code, message, data };
}

function isRequestId(id: unknown): id is RequestId {
  return typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id));
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return `a ${typeof value}`;
}

/** An encoded message. Long ones are bytes already: as text they would be copied again on their way. */
export type Encoded = string | Buffer;

const longText = 64 * 1024;

const quotedMethods = new Map<string, string>();

/** The method as JSON. Mostly there are few. */
function quoted(method: string): string {
  let json = quotedMethods.get(method);
  if (json === undefined) {
    json = JSON.stringify(method);
    if (quotedMethods.size < 64) quotedMethods.set(method, json);
  }
  return json;
}

/**
 * One request as a line. `params` is the JSON of an object, without `_meta` when there are members for it: `meta` is their
 * JSON, in ASCII, without the braces (see `meta.ts`).
 */
export function encodeRequest(id: number, method: string, params: string, meta: string = ''): Encoded {
  const head = `{"jsonrpc":"2.0","id":${id},"method":${quoted(method)},"params":`;
  const tail = meta === '' ? '}' : `${params === '{}' ? '' : ','}"_meta":{${meta}}}}`;
  const open = meta === '' ? 0 : 1; // the last brace of the parameters, which then comes later
  if (params.length < longText) return `${head}${params.slice(0, params.length - open)}${tail}`;
  const bytes = Buffer.allocUnsafeSlow(head.length + Buffer.byteLength(params) - open + tail.length);
  const at = bytes.write(head, 'latin1');
  bytes.write(tail, at + bytes.write(params, at) - open, 'latin1');
  return bytes;
}

/** One notification as a line. `params` is JSON already. */
export function encodeNotification(method: string, params?: string): string {
  const rest = params === undefined ? '' : `,"params":${params}`;
  return `{"jsonrpc":"2.0","method":${JSON.stringify(method)}${rest}}`;
}

/** Our answer to a request of the server. */
export function encodeResult(id: RequestId, result: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
}

/** Our refusal of a request of the server. */
export function encodeError(id: RequestId, error: RemoteError): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":${JSON.stringify(error)}}`;
}

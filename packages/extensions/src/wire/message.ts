import type { Failure } from '../errors.ts';

/** A JSON-RPC id as the *server* may choose it. Ours are integers. */
export type RequestId = string | number;

/** An object as it came over the wire: untrusted. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** What `error` holds, after its shape was checked. */
export interface RemoteError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** What is known of every message. */
interface Received {
  readonly bytes: number;
  /** Its bytes were no UTF-8: what was not is U+FFFD now. */
  readonly invalidUtf8?: true;
}

/**
 * One line of the server, sorted by what it is. `malformed` and `noise` are data, not exceptions: what becomes of them is
 * the policy of the connection.
 */
export type Incoming =
  | (Received & { readonly kind: 'result'; readonly id: number; readonly result: JsonObject })
  | (Received & {
      readonly kind: 'error';
      readonly id: number;
      readonly error: RemoteError;
      /** The status that it came with, over HTTP. */
      readonly httpStatus?: number;
    })
  | (Received & {
      readonly kind: 'request';
      readonly id: RequestId;
      readonly method: string;
      readonly params: JsonObject;
    })
  | (Received & { readonly kind: 'notification'; readonly method: string; readonly params: JsonObject })
  /** No answer will come to a request of ours, as a way knows that carries each of them apart (HTTP). */
  | { readonly kind: 'unanswered'; readonly id: number; readonly failure: Failure; readonly bytes: number }
  /**
   * JSON, but no message. `answers`: the request of ours whose answer it is, malformed. `mayAnswer`: the request that it
   * seems to answer, though its id is the string "3" and not 3.
   */
  | {
      readonly kind: 'malformed';
      readonly why: string;
      readonly bytes: number;
      readonly sample: string;
      readonly answers?: number;
      readonly mayAnswer?: readonly number[];
      /** It is an error, and its id is null or missing: the server could not say what it is about. */
      readonly isNameless?: true;
    }
  /** A JSON array, its entries as they came: legal in the revision 2025-03-26 only. See `messagesIn`. */
  | (Received & { readonly kind: 'batch'; readonly entries: readonly unknown[]; readonly sample: string })
  /** Not JSON. `mayAnswer`: the requests whose answers seem to be hidden in it. */
  | { readonly kind: 'noise'; readonly bytes: number; readonly sample: string; readonly mayAnswer?: readonly number[] };

/** An object and neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import type { Encoded } from '../wire/codec.ts';
import { isJsonObject, type JsonObject } from '../wire/message.ts';

/** A message of ours, and what HTTP has to know of it. */
export interface Outgoing {
  readonly body: Encoded;
  /** Undefined for an answer to a request of the server. */
  readonly method: string | undefined;
  /** Of a request of ours. */
  readonly id: number | undefined;
  readonly params: JsonObject;
  /** Of a request in the modern era: the revision that it says it is of. */
  readonly revision: string | undefined;
}

/** A request of ours. */
export type OutgoingRequest = Outgoing & { readonly id: number };

/** It asks for a stream that lasts, and beside which everything else goes on. Source: 2026-07-28, basic/patterns. */
export function isSubscription({ method }: Outgoing): boolean {
  return method === 'subscriptions/listen';
}

/** The handshake, pings, and streams that last: they go out beside the calls, however many of those are under way. */
const urgent: readonly (string | undefined)[] = ['initialize', 'server/discover', 'ping', 'subscriptions/listen'];

export function isUrgent({ method }: Outgoing): boolean {
  return urgent.includes(method);
}

/** The bytes that a message takes of what may be under way to the server. */
export function uploadedBytes(outgoing: Outgoing): number {
  return isUrgent(outgoing) ? 0 : Buffer.byteLength(outgoing.body);
}

/** Reads a message that was encoded on this side: it is well-formed. */
export function readOutgoing(body: Encoded): Outgoing {
  const message: unknown = JSON.parse(String(body));
  const { method, id, params } = isJsonObject(message) ? message : {};
  const known = isJsonObject(params) ? params : {};
  const meta = isJsonObject(known['_meta']) ? known['_meta'] : {};
  const revision = meta['io.modelcontextprotocol/protocolVersion'];
  const isMethod = typeof method === 'string';
  return {
    body,
    method: isMethod ? method : undefined,
    id: isMethod && typeof id === 'number' ? id : undefined,
    params: known,
    revision: typeof revision === 'string' ? revision : undefined,
  };
}

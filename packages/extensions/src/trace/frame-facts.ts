import { isJsonObject, type JsonObject } from '../wire/message.ts';

/** What a message is, for whoever looks for its counterpart. */
export type FrameFacts =
  | {
      readonly kind: 'request';
      readonly id: unknown;
      readonly method: string;
      readonly tool: string | undefined;
      readonly progressToken: unknown;
    }
  | {
      readonly kind: 'notification';
      readonly method: string;
      /** What it speaks of: a request that is cancelled, one that makes progress, one that is a stream. */
      readonly requestId: unknown;
      readonly progressToken: unknown;
      readonly subscriptionId: unknown;
    }
  | { readonly kind: 'answer'; readonly id: unknown }
  /** Not JSON, or no message. */
  | { readonly kind: 'other' };

const other: FrameFacts = { kind: 'other' };

export function factsOf(line: string): FrameFacts {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return other;
  }
  return isJsonObject(value) ? factsOfMessage(value) : other;
}

function factsOfMessage({ id, method, params, ...rest }: JsonObject): FrameFacts {
  if (typeof method !== 'string') return 'result' in rest || 'error' in rest ? { kind: 'answer', id } : other;
  const { name, _meta, requestId, progressToken } = isJsonObject(params) ? params : {};
  const meta = isJsonObject(_meta) ? _meta : {};
  if (id !== undefined) {
    const tool = method === 'tools/call' && typeof name === 'string' ? name : undefined;
    return { kind: 'request', id, method, tool, progressToken: meta['progressToken'] };
  }
  const subscriptionId = meta['io.modelcontextprotocol/subscriptionId'];
  return { kind: 'notification', method, requestId, progressToken, subscriptionId };
}

/** For a person: `tools/call echo`, `an answer to "a"`. */
export function describeFrame(facts: FrameFacts): string {
  switch (facts.kind) {
    case 'request':
      return facts.tool === undefined ? facts.method : `${facts.method} ${facts.tool}`;
    case 'notification':
      return facts.requestId === undefined ? facts.method : `${facts.method} of ${JSON.stringify(facts.requestId)}`;
    case 'answer':
      return `an answer to ${JSON.stringify(facts.id) ?? 'nobody'}`;
    case 'other':
      return 'something that is no message';
  }
}

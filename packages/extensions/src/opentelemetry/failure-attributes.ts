import type { Attributes } from '@opentelemetry/api';
import type { McpClientEvent } from '../client/client-event.ts';
import type { BoundedValues } from './bounded-values.ts';
import { attributeNames, attributeValues } from './conventions.ts';

type EndEvent = Extract<McpClientEvent, { readonly type: 'request-settled' | 'request-refused' }>;

/** A stream is a request whose answer is its end: it has no duration that says anything, and that we end it is no failure. */
export const streamMethod = 'subscriptions/listen';

const ownEnds: readonly unknown[] = ['MCP_ABORTED', 'CLIENT_CLOSED'];

/** Why a request failed; undefined when it did not. `codes`: those that a metric keeps apart. */
export function failureAttributes(event: EndEvent, codes?: BoundedValues): Attributes | undefined {
  if ('remoteCode' in event && event.remoteCode !== undefined) {
    const code = codes?.of(String(event.remoteCode)) ?? String(event.remoteCode);
    return { [attributeNames.errorType]: code, [attributeNames.statusCode]: code };
  }
  if ('isError' in event && event.isError) return { [attributeNames.errorType]: attributeValues.toolError };
  if (event.code === undefined || (event.method === streamMethod && ownEnds.includes(event.code))) return undefined;
  return { [attributeNames.errorType]: event.code };
}

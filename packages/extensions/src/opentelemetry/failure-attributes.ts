import type { Attributes } from '@opentelemetry/api';
import type { McpClientEvent } from '../client/client-event.ts';
import type { BoundedValues } from './bounded-values.ts';
import { attributeNames, attributeValues } from './conventions.ts';

type EndEvent = Extract<McpClientEvent, { readonly type: 'request-settled' | 'request-refused' }>;

/** Why a request failed; undefined when it did not. `codes`: those that a metric keeps apart. */
export function failureAttributes(event: EndEvent, codes?: BoundedValues): Attributes | undefined {
  if ('remoteCode' in event && event.remoteCode !== undefined) {
    const code = codes?.of(String(event.remoteCode)) ?? String(event.remoteCode);
    return { [attributeNames.errorType]: code, [attributeNames.statusCode]: code };
  }
  if ('isError' in event && event.isError) return { [attributeNames.errorType]: attributeValues.toolError };
  if (event.code === undefined || 'isUnneeded' in event) return undefined;
  return { [attributeNames.errorType]: event.code };
}

import type { TraceRecord } from '@coding-agent/extensions/trace';

export type RequestRecord = Extract<TraceRecord, { readonly type: 'request' }>;
/** Everything that is not a request. */
export type OtherRecord = Exclude<TraceRecord, RequestRecord>;
export type EventType = OtherRecord['type'];

/** All kinds of other records, in the order of a list to choose from. */
export const eventTypes = [
  'failure',
  'diagnostic',
  'stray-answer',
  'process',
  'gone',
  'server-state',
  'state',
  'connection',
  'stderr',
  'notification',
  'server-request',
  'dropped',
] as const satisfies readonly EventType[];

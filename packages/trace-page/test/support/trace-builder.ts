import type { TraceRecord, TraceStart } from '@coding-agent/extensions/trace';
import type { TraceInput } from '../../src/trace-input.ts';

type RequestRecord = Extract<TraceRecord, { type: 'request' }>;

const instanceId = '6f1c2a80-0000-4000-8000-000000000001';
export const server = { serverName: 'files', instanceId } as const;

const traceStart: TraceStart = {
  type: 'trace',
  formatVersion: 1,
  traceId: '11111111-2222-4333-8444-555555555555',
  startedAt: '2026-03-14T09:26:53.000Z',
  part: 1,
  producer: { name: '@coding-agent/extensions', version: '0.0.0' },
};

export function trace(records: readonly TraceRecord[], title = 'A run'): TraceInput {
  return { title, start: traceStart, records };
}

/** A request that was sent at once and answered after 10 ms; whatever is given says otherwise. */
export function request(fields: { readonly [K in keyof RequestRecord]?: RequestRecord[K] | undefined }): RequestRecord {
  const { at = 0 } = fields;
  return {
    type: 'request',
    at,
    ...server,
    method: 'tools/call',
    tool: 'read',
    state: 'fulfilled',
    sentAt: at,
    durationMs: 10,
    requestBytes: 120,
    answerBytes: 240,
    ...fields,
  } as RequestRecord;
}

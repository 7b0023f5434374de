export { formatVersion, requestStates, traceRecord, traceStart } from './trace/trace-record.ts';
export type { RequestState, TraceRecord, TraceStart } from './trace/trace-record.ts';

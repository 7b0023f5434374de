import { guarded } from '../base/guarded.ts';
import { metaMembers } from '../wire/meta.ts';
import type { ContextOf, ContextRequest } from '../rpc/request-meta.ts';
import type { EventOrigin } from './client-event.ts';
import { toldName } from './told-name.ts';

/** A request that is about to be sent. Its names are those of its `request` event: bounded, printable, untrusted. */
export interface TracedRequest {
  readonly id: number;
  readonly method: string;
  /** The tool that it calls. */
  readonly tool?: string;
  /** The run that its caller said. */
  readonly runId?: string;
}

/** Which trace a request belongs to. Spec: W3C Trace Context, W3C Baggage. */
export interface TraceContext {
  /** For example `00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01`. */
  readonly traceparent?: string | undefined;
  /** 512 characters at most. */
  readonly tracestate?: string | undefined;
  /** 8,192 characters at most. */
  readonly baggage?: string | undefined;
}

/** The host's word on the context of a request. It may throw. */
export type ContextSource = (request: TracedRequest, origin: EventOrigin) => TraceContext | undefined;

/** What the host says of a request, as members of its `_meta`. Whatever it says or throws, the request goes its way. */
export function contextWriter(source: ContextSource, origin: EventOrigin): ContextOf {
  return (request) => {
    let members = '';
    guarded(() => {
      const context = source(tracedRequest(request), origin);
      members = membersOf(context);
      return context; // should it be a promise, against the types
    });
    return members;
  };
}

function tracedRequest({ id, method, about: tool, runId }: ContextRequest): TracedRequest {
  const about = tool === undefined ? {} : { tool: toldName(tool) };
  return { id, method, ...about, ...(runId === undefined ? {} : { runId: toldName(runId) }) };
}

/** A state says nothing without its parent; baggage stands alone. */
function membersOf(context: TraceContext | undefined): string {
  const { traceparent, tracestate, baggage } = context ?? {};
  const hasParent = isText(traceparent, 55) && isTraceparent(traceparent);
  return metaMembers({
    ...(hasParent ? { traceparent } : {}),
    ...(hasParent && isText(tracestate, 512) ? { tracestate } : {}),
    ...(isText(baggage, 8_192) ? { baggage } : {}),
  });
}

/** Version 00 as it is; neither of its ids is all zeros. */
function isTraceparent(text: string): boolean {
  return /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/.test(text);
}

/** What these headers may hold: printable ASCII. */
function isText(value: unknown, maxLength: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= maxLength && /^[\u0020-\u007e]+$/.test(value);
}

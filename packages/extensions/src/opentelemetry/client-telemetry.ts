import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Attributes, Context, SpanOptions } from '@opentelemetry/api';
import type { Clock } from '../base/clock.ts';
import { guarded } from '../base/guarded.ts';
import type { EventOrigin } from '../client/client-event.ts';
import type { TracedRequest } from '../client/trace-context.ts';
import type { McpEvent } from '../manager/manager-event.ts';
import type { ServerValues } from './bounded-values.ts';
import { ClientAttributes } from './client-attributes.ts';
import { attributeNames, attributeValues } from './conventions.ts';
import { failureAttributes } from './failure-attributes.ts';
import type { Instruments } from './instruments.ts';

/** A stream: a request whose answer is its end, so that how long it took says nothing. */
const streamMethod = 'subscriptions/listen';

type EventOf<T extends McpEvent['type']> = Extract<McpEvent, { readonly type: T }>;

export interface ClientTelemetryOptions {
  readonly instruments: Instruments;
  readonly origin: EventOrigin;
  /** Those of its server. */
  readonly values: ServerValues;
  readonly clock: Clock;
}

/**
 * The spans and measurements of one client. Holds a span for each request that is under way, and nothing else that grows. What
 * an SDK throws reaches nobody, and changes nothing of what is held.
 */
export class ClientTelemetry {
  readonly #options: ClientTelemetryOptions;
  readonly #attributes: ClientAttributes;
  /** Of each request under way: the context that its span is in. */
  readonly #requests = new Map<number, Context>();
  /** A request whose context was asked for, and that was not told of yet: in the same turn it is, or is refused. */
  #asked: number | undefined;
  #sessionSince: number | undefined;

  constructor(options: ClientTelemetryOptions) {
    this.#options = options;
    this.#attributes = new ClientAttributes(options.origin, options.values);
  }

  hear(event: McpEvent): void {
    if (event.type === 'request') this.#told(event);
    else if (event.type === 'request-settled') this.#settled(event);
    else if (event.type === 'request-refused') this.#refused(event);
    else if (event.type === 'handshake') this.#sessionBegins(event);
    else if (event.type === 'state' && event.state === 'closing') this.#sessionEnds(event);
    else if (event.type === 'gone') this.#gone();
  }

  /** Begins the span of a request before it is told of, and lends its context for as long as `use` runs. */
  ask(request: TracedRequest, use: (own: Context) => void): void {
    const own = this.#begin(request);
    try {
      use(own);
    } finally {
      this.#asked = request.id; // only now: what a propagator asks of this client by itself is another request
    }
  }

  #told(event: EventOf<'request'>): void {
    if (this.#asked === event.id) this.#asked = undefined;
    else this.#begin(event);
  }

  #settled(event: EventOf<'request-settled'>): void {
    const own = this.#requests.get(event.id);
    this.#requests.delete(event.id);
    if (event.method !== streamMethod) this.#measure(event, event.durationMs, own);
    if (own !== undefined) end(own, failureAttributes(event));
  }

  #refused(event: EventOf<'request-refused'>): void {
    const asked = this.#asked;
    this.#asked = undefined;
    this.#measure(event, 0); // it was never sent
    const own = asked === undefined ? this.#spanOf(event) : this.#requests.get(asked);
    if (asked !== undefined) this.#requests.delete(asked);
    if (own !== undefined) end(own, failureAttributes(event));
  }

  #begin(request: TracedRequest): Context {
    const own = this.#spanOf(request, request.id);
    const before = this.#requests.get(request.id); // there is none, but for a mistake of ours
    this.#requests.set(request.id, own);
    if (before !== undefined) end(before);
    return own;
  }

  /** A span that begins now, in the context that it is in. */
  #spanOf(request: Omit<TracedRequest, 'id'>, id?: number): Context {
    const { instruments } = this.#options;
    const { method, tool } = request;
    const parent = context.active();
    const operation = this.#attributes.operation(method, tool);
    const attributes = this.#attributes.ofSpan(operation, id, request);
    const options = { kind: SpanKind.CLIENT, attributes, ...placeOf(method, parent) };
    return trace.setSpan(parent, instruments.tracer.startSpan(operation.spanName, options, parent));
  }

  #measure(event: EventOf<'request-settled' | 'request-refused'>, durationMs: number, own?: Context): void {
    const { instruments, values } = this.#options;
    guarded(() => {
      const { ofMetric } = this.#attributes.operation(event.method, event.tool);
      const failure = failureAttributes(event, values.codes);
      const attributes = failure === undefined ? ofMetric : { ...ofMetric, ...failure };
      instruments.histograms.operationDuration.record(durationMs / 1_000, attributes, own);
    });
  }

  #sessionBegins({ protocolVersion }: EventOf<'handshake'>): void {
    this.#attributes.agreed(protocolVersion);
    this.#sessionSince = this.#options.clock.now();
  }

  #sessionEnds({ code }: EventOf<'state'>): void {
    const { instruments, clock } = this.#options;
    const since = this.#sessionSince;
    this.#sessionSince = undefined;
    if (since === undefined) return; // there was no session
    const seconds = (clock.now() - since) / 1_000;
    guarded(() => instruments.histograms.sessionDuration.record(seconds, this.#attributes.ofSession(code)));
  }

  /** Every request has ended by now. Should one not have, its span has. */
  #gone(): void {
    const left = [...this.#requests.values()];
    this.#requests.clear();
    for (const own of left) end(own, { [attributeNames.errorType]: attributeValues.other });
  }
}

/** A stream outlives whoever opened it: a trace of its own, with a link. Everything else is a child of what is active. */
function placeOf(method: string, parent: Context): SpanOptions | undefined {
  if (method !== streamMethod) return undefined;
  const opener = trace.getSpanContext(parent);
  return { root: true, links: opener === undefined ? [] : [{ context: opener }] };
}

/** The status has no description: it would be the server's text. */
function end(own: Context, failure?: Attributes): void {
  const span = trace.getSpan(own);
  guarded(() => {
    if (failure === undefined) return;
    span?.setAttributes(failure);
    span?.setStatus({ code: SpanStatusCode.ERROR });
  });
  guarded(() => span?.end());
}

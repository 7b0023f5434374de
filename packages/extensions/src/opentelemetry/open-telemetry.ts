import { context, propagation } from '@opentelemetry/api';
import type { Context, MeterProvider, TracerProvider } from '@opentelemetry/api';
import { systemClock, type Clock } from '../base/clock.ts';
import type { ContextSource, TraceContext } from '../client/trace-context.ts';
import type { McpListener } from '../manager/manager-event.ts';
import { ValuesByServer } from './bounded-values.ts';
import { ClientTelemetry } from './client-telemetry.ts';
import { Instruments } from './instruments.ts';

export interface OpenTelemetryOptions {
  /** Default: the one that is registered, also when that happens later. */
  readonly tracerProvider?: TracerProvider | undefined;
  /** Default: the one that is registered, also when that happens later. */
  readonly meterProvider?: MeterProvider | undefined;
  /**
   * Whether servers are told the baggage of a call, where the registered propagator writes it. Default false: it may name users,
   * or more, and goes to servers whoever wrote them.
   */
  readonly sendBaggage?: boolean | undefined;
}

/** Both are options of a client, and of `client` in a manager's options: one pair for all clients of a host. */
export interface OpenTelemetry {
  /** Makes spans and measurements of what a client tells. Must hear all of it. */
  readonly onEvent: McpListener;
  /** The context of a request's own span, which goes along to a server of the modern era. */
  readonly traceContext: ContextSource;
}

/**
 * Spans and metrics of MCP clients, by the published semantic conventions: `docs/opentelemetry.md` has every name. Nothing of
 * arguments, results, errors' texts or stderr is in them. Uses what the host registered with `@opentelemetry/api` (an optional
 * peer dependency); without an SDK it does nothing. What an SDK throws changes nothing. Throws nothing itself.
 */
export function openTelemetry(options: OpenTelemetryOptions = {}, clock: Clock = systemClock): OpenTelemetry {
  const { tracerProvider, meterProvider, sendBaggage = false } = options;
  const instruments = new Instruments(tracerProvider, meterProvider);
  const values = new ValuesByServer();
  /** From the first word of a client to its last. */
  const clients = new Map<string, ClientTelemetry>();
  return {
    onEvent(event, origin) {
      if (origin === undefined) return; // the manager's own word is of no request
      const { instanceId, serverName } = origin;
      if (event.type === 'state' && event.state === 'starting') {
        clients.set(instanceId, new ClientTelemetry({ instruments, origin, values: values.for(serverName), clock }));
      }
      const client = clients.get(instanceId);
      if (event.type === 'gone') clients.delete(instanceId);
      client?.hear(event);
    },
    traceContext(request, { instanceId }) {
      const written: Record<string, string> = {};
      const write = (own: Context): void => propagation.inject(own, written);
      const client = clients.get(instanceId);
      // Who is not told of a client knows no end of its spans, and begins none.
      if (client === undefined) write(context.active());
      else client.ask(request, write);
      return traceContextOf(written, sendBaggage);
    },
  };
}

/** A propagator writes by other names too; what a client sends has these. */
function traceContextOf(written: Readonly<Record<string, string>>, sendBaggage: boolean): TraceContext {
  const { traceparent, tracestate, baggage } = written;
  return sendBaggage ? { traceparent, tracestate, baggage } : { traceparent, tracestate };
}

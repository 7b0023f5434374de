import type { Clock } from '../base/clock.ts';
import { defined } from '../base/defined.ts';
import type { ContextOf } from '../rpc/request-meta.ts';
import type { EventOrigin } from './client-event.ts';
import { ClientObserver } from './client-observer.ts';
import type { ResolvedProtocolOptions } from './client-options.ts';
import { contextWriter } from './trace-context.ts';

/** Who watches a client; nobody by default, and then nothing is done for it. */
export interface Watchers {
  readonly observer: ClientObserver | undefined;
  readonly contextOf: ContextOf | undefined;
}

type WatcherOptions = Pick<ResolvedProtocolOptions, 'serverName' | 'onEvent' | 'traceContext'>;

export function watchersOf(options: WatcherOptions, clock: Clock, http: EventOrigin['http']): Watchers {
  const { serverName, onEvent, traceContext } = options;
  if (onEvent === undefined && traceContext === undefined) return { observer: undefined, contextOf: undefined };
  const instanceId = crypto.randomUUID();
  const origin: EventOrigin = Object.freeze({ ...defined({ serverName, http }), instanceId });
  return {
    observer: onEvent && new ClientObserver(onEvent, origin, clock),
    contextOf: traceContext && contextWriter(traceContext, origin),
  };
}

import { systemClock, type Clock } from './clock.ts';
import { LessonError, RequestTimeoutError } from './errors.ts';
import { messageOf, outcomeOf, type Params } from './message.ts';
import type { Transport } from './transport.ts';

export interface Peer {
  readonly pending: number;
  readonly strays: number;
  readonly request: (method: string, params?: Params) => Promise<unknown>;
  readonly notify: (method: string, params?: Params) => void;
  readonly settleAll: (why: string) => readonly string[];
}

interface Entry {
  readonly id: number;
  readonly method: string;
  readonly stop: () => void;
  readonly end: (error: unknown, result?: unknown) => void;
}

/** No class, no map, no guard around the promise: a list of entries, each with the timer that it owns. */
export function openPeer({
  transport,
  clock = systemClock,
  timeoutMs = 2_000,
}: {
  readonly transport: Transport;
  readonly clock?: Clock;
  readonly timeoutMs?: number;
}): Peer {
  let entries: Entry[] = [];
  let lastId = 0;
  let strays = 0;

  /** Taking it out is the end of it: whoever gets it may settle it, nobody else. */
  const take = (id: unknown): Entry | undefined => {
    const entry = entries.find((each) => each.id === id);
    entry?.stop();
    entries = entries.filter((each) => each !== entry);
    return entry;
  };

  const settleAll = (why: string): readonly string[] => {
    const methods: string[] = [];
    for (const { id, method } of entries) {
      methods.push(method);
      take(id)?.end(new LessonError('CLOSED', `${method}: ${why}`));
    }
    return methods;
  };

  transport.onClose(() => void settleAll('the connection is closed'));
  transport.onMessage((message) => {
    if ('method' in message) return;
    const entry = take(message['id']);
    if (entry === undefined) {
      strays += 1;
      return;
    }
    try {
      const outcome = outcomeOf(message);
      if ('error' in outcome) entry.end(new LessonError('REMOTE_ERROR', outcome.error.message));
      else entry.end(undefined, outcome.result);
    } catch (error) {
      entry.end(error);
    }
  });

  return {
    get pending() {
      return entries.length;
    },
    get strays() {
      return strays;
    },
    request: (method, params) =>
      new Promise((resolve, reject) => {
        if (method.slice(0, 14) === 'notifications/') throw new LessonError('NOT_A_REQUEST', `${method} has no answer`);
        const id = (lastId += 1);
        const message = messageOf({ id, method, params });
        const stop = clock.start(timeoutMs, () =>
          take(id)?.end(new RequestTimeoutError({ method, requestId: id, timeoutMs })),
        );
        const end: Entry['end'] = (error, result) => (error === undefined ? resolve(result) : reject(error));
        entries.push({ id, method, stop, end });
        transport.send(message);
      }),
    notify: (method, params) => transport.send(messageOf({ method, params })),
    settleAll,
  };
}

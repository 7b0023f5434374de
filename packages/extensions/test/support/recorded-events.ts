import type { McpClientEvent } from '../../src/client/client-event.ts';

type EventOf<T extends McpClientEvent['type']> = Extract<McpClientEvent, { readonly type: T }>;

/** What a client told, in order. */
export class RecordedEvents {
  readonly all: McpClientEvent[] = [];
  readonly onEvent = (event: McpClientEvent): void => void this.all.push(event);

  /** Those of one type. */
  of<T extends McpClientEvent['type']>(type: T): EventOf<T>[] {
    return this.all.filter((event): event is EventOf<T> => event.type === type);
  }

  /** What was told of each request, in order: `request`, `request-sent`, `request-settled` and `progress`. */
  byRequest(): Map<number, McpClientEvent['type'][]> {
    const found = new Map<number, McpClientEvent['type'][]>();
    for (const event of this.all) {
      if (!('id' in event) || event.type === 'stray-answer') continue;
      found.set(event.id, [...(found.get(event.id) ?? []), event.type]);
    }
    return found;
  }
}

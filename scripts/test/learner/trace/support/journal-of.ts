import type { JournalEntry, JournalEvent } from '../../../../learner/trace/journal.ts';

/** Events as they would be written down, one millisecond apart. */
export function journalOf(...events: readonly JournalEvent[]): JournalEntry[] {
  return events.map((event, index) => ({ ...event, at: 1_000 + index }));
}

export function asked(caller: string): JournalEvent {
  return { event: 'asked', caller, value: `value of ${caller}` };
}

/** A caller is given an answer: the one to its own request, or another's. */
export function given(caller: string, owner = caller): JournalEvent {
  return { event: 'given', caller, text: JSON.stringify({ content: `value of ${owner}` }) };
}

export function refused(caller: string, code = 'MCP_TIMEOUT'): JournalEvent {
  return { event: 'refused', caller, code, message: 'no answer' };
}

/** The request of a caller goes to the server. */
export function request(id: number | string, caller: string): JournalEvent {
  return toServer({ id, method: 'tools/call', params: { name: 'echo', arguments: { value: `value of ${caller}` } } });
}

/** The server answers the request of a caller. */
export function answer(id: number | string, caller: string): JournalEvent {
  return fromServer({ id, result: { content: `value of ${caller}` } });
}

export function toServer(message: object): JournalEvent {
  return line('to-server', message);
}

export function fromServer(message: object): JournalEvent {
  return line('from-server', message);
}

function line(direction: 'to-server' | 'from-server', message: object): JournalEvent {
  const text = JSON.stringify({ jsonrpc: '2.0', ...message });
  return { event: 'line', direction, bytes: text.length + 1, text };
}

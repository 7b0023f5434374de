import type { FixtureServer, JournalEntry } from '@coding-agent/fixture-servers';

/** Revisions of the protocol whose handshake this lab speaks, oldest first. */
export const publishedRevisions = ['2024-11-05', '2025-06-18', '2025-11-25'];

/** The server has received a tools/call. */
export function isCall(entry: JournalEntry): boolean {
  return entry.event === 'received' && entry.message.method === 'tools/call';
}

/** The server has done what its mode is there for. */
export function isFault(entry: JournalEntry): boolean {
  return entry.event === 'fault';
}

/** The server has received the answer "method not found" to a request of its own. */
export function isRefusal(entry: JournalEntry): boolean {
  return entry.event === 'received' && entry.message.error?.code === -32601;
}

/** How the server was brought to its end: by the end of stdin, by a signal, in which order. */
export function endings(server: FixtureServer): string[] {
  return server.journal().flatMap(({ event }) => (event === 'stdin-end' || event === 'signal' ? [event] : []));
}

/** The requests that the server was told to cancel, in order. */
export function cancelledIds(server: FixtureServer): unknown[] {
  return server.received('notifications/cancelled').map((message) => message.params?.['requestId']);
}

/** Cancelled, but not one of the first `givenUp` calls; or cancelled twice. */
export function cancelledFalsely(server: FixtureServer, givenUp: number): unknown[] {
  const calls: unknown[] = server.received('tools/call').map((message) => message.id);
  const givenUpIds = calls.slice(0, givenUp);
  return cancelledIds(server).filter((id, index, all) => !givenUpIds.includes(id) || all.indexOf(id) !== index);
}

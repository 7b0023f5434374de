import type { FixtureServer, JournalEntry } from '@coding-agent/fixture-servers';

/** The server has received a tools/call. */
export function isCall(entry: JournalEntry): boolean {
  return entry.event === 'received' && entry.message.method === 'tools/call';
}

/** The server has done what its mode is there for. */
export function isFault(entry: JournalEntry): boolean {
  return entry.event === 'fault';
}

/** The requests that the server was told to cancel, in order. */
export function cancelledIds(server: FixtureServer): unknown[] {
  return server.received('notifications/cancelled').map((message) => message.params?.['requestId']);
}

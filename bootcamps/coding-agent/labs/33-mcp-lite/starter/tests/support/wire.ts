import type { JournalEntry } from '@coding-agent/fixture-servers';

/** The server has received a tools/call. */
export function isCall(entry: JournalEntry): boolean {
  return entry.event === 'received' && entry.message.method === 'tools/call';
}

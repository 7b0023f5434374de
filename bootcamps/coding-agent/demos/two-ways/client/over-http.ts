import { McpClient } from '@coding-agent/extensions';
import type { Place } from './place.ts';

/** A client of the calculator. The file of the other way differs in one line. */
export function connect(place: Place): McpClient {
  const way = { url: place.url, headers: { Authorization: `Bearer ${place.key}` } };
  // Both servers speak the modern era alone: no other is tried, however slow they are.
  return new McpClient({ ...way, era: 'modern', clientInfo: { name: 'two-ways', version: '1.0.0' } });
}

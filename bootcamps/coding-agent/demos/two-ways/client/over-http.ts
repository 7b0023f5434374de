import { McpClient } from '@coding-agent/extensions';
import type { Place } from './place.ts';

/** A client of the calculator. The file of the other way differs in one line. */
export function connect(place: Place): McpClient {
  const way = { url: place.url, headers: { Authorization: `Bearer ${place.key}` } };
  return new McpClient({ ...way, clientInfo: { name: 'two-ways', version: '1.0.0' } });
}

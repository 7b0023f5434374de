import type { JsonObject } from '../wire/message.ts';
import type { HandshakeOptions } from './handshake.ts';
import type { ModernRevision } from './revisions.ts';

/** What stands in `_meta` of every request of the modern era. Source: 2026-07-28, basic. */
export function modernMeta(
  version: ModernRevision,
  { clientInfo, capabilities }: Pick<HandshakeOptions, 'clientInfo' | 'capabilities'>,
): JsonObject {
  return {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': clientInfo,
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
}

import type { Peer } from '../rpc/peer.ts';
import type { PeerRequest } from '../rpc/peer-options.ts';
import type { Settlement } from '../rpc/pending-request.ts';
import type { JsonObject } from '../wire/message.ts';
import { handshakeError, malformedAnswer, unsupported } from './handshake-errors.ts';
import { readDescription, type HandshakeOptions, type LegacyHandshake } from './handshake.ts';
import { optionalObject, type Read } from './read.ts';
import { allowsBatches, isLegacyRevision, legacyRevisions } from './revisions.ts';

/**
 * The legacy handshake: `initialize`, the version rule, `notifications/initialized`. Source: 2025-11-25,
 * basic/lifecycle. The caller closes the connection when it fails.
 *
 * @throws McpClientError `MCP_HANDSHAKE_FAILED` (reason `timeout`; `exited`, also when it reads no more; `malformed`;
 *   `refused`), `MCP_UNSUPPORTED_VERSION`, `MCP_SPAWN_FAILED`, `MCP_ABORTED`, `CLIENT_CLOSED`.
 */
export async function shakeHands(peer: Peer, options: HandshakeOptions): Promise<LegacyHandshake> {
  return acceptInitialize(peer, await peer.send(initializeRequest(options, options.signal)), options);
}

/** `initialize`, which may not be cancelled on the wire. */
export function initializeRequest(options: HandshakeOptions, signal: AbortSignal): PeerRequest {
  const { clientInfo, capabilities, leftMs } = options;
  const params = { protocolVersion: legacyRevisions[0], capabilities, clientInfo };
  return { method: 'initialize', params, timeoutMs: leftMs(), signal, cancellable: false, urgent: true };
}

/**
 * Reads the answer to `initialize`, and says that we are ready. Without waiting: nothing can come in between.
 *
 * @throws as `shakeHands`
 */
export function acceptInitialize(peer: Peer, settlement: Settlement, options: HandshakeOptions): LegacyHandshake {
  if ('failure' in settlement) throw handshakeError(settlement.failure, 'initialize', options);
  const read = readInitializeResult(settlement.result);
  if ('problem' in read) throw malformedAnswer(read.problem, 'initialize', settlement.id);
  const { protocolVersion, ...rest } = read.value;
  if (!isLegacyRevision(protocolVersion)) throw unsupported([protocolVersion], 'initialize', options);
  peer.acceptsBatches = allowsBatches(protocolVersion);
  peer.handshakeDone = true;
  peer.notify('notifications/initialized');
  return { era: 'legacy', protocolVersion, ...rest };
}

type InitializeResult = Omit<LegacyHandshake, 'era' | 'protocolVersion'> & { readonly protocolVersion: string };

function readInitializeResult(result: JsonObject): Read<InitializeResult> {
  const { protocolVersion } = result;
  if (typeof protocolVersion !== 'string') return { problem: 'protocolVersion is no string' };
  const serverInfo = optionalObject(result, 'serverInfo');
  if ('problem' in serverInfo) return serverInfo;
  const description = readDescription(result, serverInfo.value);
  return 'problem' in description ? description : { value: { protocolVersion, ...description.value } };
}

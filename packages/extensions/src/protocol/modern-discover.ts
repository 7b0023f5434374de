import { isPassingStatus } from '../base/passing-status.ts';
import type { Failure, McpClientError } from '../errors.ts';
import type { PeerRequest } from '../rpc/peer-options.ts';
import type { Settlement } from '../rpc/pending-request.ts';
import { isJsonObject, type JsonObject } from '../wire/message.ts';
import { handshakeError, isModernCode, malformedAnswer, modernRefusal, unsupported } from './handshake-errors.ts';
import { readDescription, type HandshakeOptions, type ModernHandshake } from './handshake.ts';
import { modernMeta } from './modern-meta.ts';
import type { Read } from './read.ts';
import { incompleteness } from './result-type.ts';
import { isLegacyRevision, modernRevisions, mutualRevision, type ModernRevision } from './revisions.ts';

/**
 * What the answer to `server/discover` says about a server. Each but the first has the error for whoever wants a modern
 * server and nothing else.
 */
export type Verdict =
  | { readonly kind: 'modern'; readonly handshake: ModernHandshake }
  /** Modern, and it wants to be asked in another revision. */
  | { readonly kind: 'resend'; readonly version: ModernRevision; readonly error: McpClientError }
  /** Modern, but no revision is ours; or the end of the connection, which says nothing of an era. */
  | { readonly kind: 'failed'; readonly error: McpClientError }
  /** To be asked by `initialize`: on this connection, or (`anew`) on one that begins with it. */
  | { readonly kind: 'legacy'; readonly anew: boolean; readonly error: McpClientError };

const method = 'server/discover';

/** `server/discover`, the question before every other one. A legacy server must not be told that it was cancelled. */
export function discoverRequest(
  options: HandshakeOptions,
  signal: AbortSignal,
  version: ModernRevision = modernRevisions[0],
): PeerRequest {
  const params = { _meta: modernMeta(version, options) };
  return { method, params, timeoutMs: options.leftMs(), signal, cancellable: false, isProbe: true, urgent: true };
}

/** Errors after which the connection goes on; the server answered, in some way. */
const answered: readonly string[] = ['MCP_ERROR', 'MCP_PROTOCOL_ERROR', 'MCP_HTTP_ERROR'];

/** Statuses that speak of the caller, of the moment or of what stands between, not of the question. */
function isNoEvidence({ code, httpStatus }: Failure): boolean {
  if (!answered.includes(code)) return true;
  if (httpStatus === undefined) return false;
  return httpStatus < 400 || isPassingStatus(httpStatus) || ofTheCaller.includes(httpStatus);
}

/** Unauthorized, forbidden, proxy authentication. */
const ofTheCaller: readonly number[] = [401, 403, 407];

/** The server has gone, or reads no more: some end on any request that comes before `initialize`. */
const gone: readonly string[] = ['MCP_PROCESS_EXIT', 'MCP_WRITE_FAILED'];

/**
 * The decision table of the specification, for stdio and for HTTP; what it leaves open is decided for the safe side: nobody falls back
 * on a process that has answered in a modern way. Source: 2026-07-28, basic/versioning. Pure.
 *
 * @param isOver The connection is over, whatever the settlement says.
 */
export function verdictOf(settlement: Settlement, isOver: boolean, options: HandshakeOptions): Verdict {
  if ('result' in settlement) return verdictOfResult(settlement.result, settlement.id, options);
  const { failure } = settlement;
  const error = handshakeError(failure, method, options);
  if (gone.includes(failure.code)) return { kind: 'legacy', anew: true, error };
  if (isOver || isNoEvidence(failure)) return { kind: 'failed', error };
  const versions = modernRefusal(failure);
  if (versions !== undefined) {
    const version = mutualRevision(versions);
    return version === undefined ? withoutModern(versions, error) : { kind: 'resend', version, error };
  }
  const isModern = failure.code === 'MCP_ERROR' && isModernCode(failure.remoteCode);
  return isModern ? { kind: 'failed', error } : { kind: 'legacy', anew: false, error };
}

function verdictOfResult(result: JsonObject, id: number, options: HandshakeOptions): Verdict {
  const read = readDiscoverResult(result);
  if ('problem' in read) return { kind: 'legacy', anew: false, error: malformedAnswer(read.problem, method, id) };
  const { supportedVersions, ...description } = read.value;
  const protocolVersion = mutualRevision(supportedVersions);
  if (protocolVersion === undefined) {
    return withoutModern(supportedVersions, unsupported(supportedVersions, method, options));
  }
  return { kind: 'modern', handshake: { era: 'modern', protocolVersion, ...description } };
}

/** It answered as a modern server does, so that this process is bound to the modern era. */
function withoutModern(versions: readonly string[], error: McpClientError): Verdict {
  return versions.some(isLegacyRevision) ? { kind: 'legacy', anew: true, error } : { kind: 'failed', error };
}

type DiscoverResult = Omit<ModernHandshake, 'era' | 'protocolVersion'> & {
  readonly supportedVersions: readonly string[];
};

function readDiscoverResult(result: JsonObject): Read<DiscoverResult> {
  const problem = incompleteness(result);
  if (problem !== undefined) return { problem };
  const { supportedVersions } = result;
  if (!isTexts(supportedVersions)) return { problem: 'supportedVersions is no array of strings' };
  const meta = isJsonObject(result['_meta']) ? result['_meta'] : {};
  const description = readDescription(result, meta['io.modelcontextprotocol/serverInfo']);
  return 'problem' in description ? description : { value: { supportedVersions, ...description.value } };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

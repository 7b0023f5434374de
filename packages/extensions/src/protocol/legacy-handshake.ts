import { errorFrom, McpClientError, McpProtocolError } from '../errors.ts';
import type { ErrorDetails, Failure, HandshakeReason } from '../errors.ts';
import type { Peer } from '../rpc/peer.ts';
import type { Answer } from '../rpc/pending-requests.ts';
import { encodeJson } from '../wire/json-value.ts';
import { isJsonObject, type JsonObject } from '../wire/message.ts';
import { printable } from '../wire/printable.ts';
import { capabilityLimits } from './capabilities.ts';
import { optionalObject, optionalString, type Read } from './read.ts';
import { allowsBatches, isLegacyRevision, legacyRevisions, type LegacyRevision } from './revisions.ts';

/** Who the client is: product name and version, no more. */
export interface ClientInfo {
  readonly name: string;
  readonly version: string;
}

/** The end of stderr, if there is one. */
export type LastWords = Pick<ErrorDetails, 'stderrTail' | 'stderrTruncated'>;

const maxNameLength = 256;
const maxInstructionsLength = 64 * 1024;

/**
 * What a handshake agreed on. Name and version (256 characters) and instructions (65,536) are the server's words, cut:
 * untrusted.
 */
export interface Handshake {
  readonly era: 'legacy';
  readonly protocolVersion: LegacyRevision;
  readonly capabilities: JsonObject;
  readonly serverInfo: { readonly name: string; readonly version: string; readonly title?: string };
  readonly instructions?: string;
}

/** For who comes while a handshake is being given up, since nobody waited for it any more. */
export const handshakeGivenUp: Failure = {
  code: 'CLIENT_CLOSED',
  message: 'the handshake was given up',
  method: 'initialize',
  outcome: 'not-sent',
};

export interface HandshakeOptions {
  readonly clientInfo: ClientInfo;
  /** Capabilities of the client: what it has handlers for. */
  readonly capabilities: JsonObject;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** What the server wrote to stderr so far, for the error. */
  readonly lastWords: () => LastWords;
}

/**
 * The legacy handshake: `initialize`, the version rule, `notifications/initialized`. Source: 2025-11-25,
 * basic/lifecycle. The caller closes the connection when it fails.
 *
 * @throws McpClientError `MCP_HANDSHAKE_FAILED` (reason `timeout`; `exited`, also when it reads no more; `malformed`;
 *   `refused`),
 *   `MCP_UNSUPPORTED_VERSION`, `MCP_SPAWN_FAILED`, `MCP_ABORTED`, `CLIENT_CLOSED`.
 */
export async function shakeHands(peer: Peer, options: HandshakeOptions): Promise<Handshake> {
  const { clientInfo, capabilities, timeoutMs, signal } = options;
  const params = { protocolVersion: legacyRevisions[0], capabilities, clientInfo };
  let answer: Answer;
  try {
    const terms = { method: 'initialize', params, timeoutMs, signal, cancellable: false, urgent: true };
    answer = await peer.request(terms);
  } catch (error) {
    throw error instanceof McpClientError ? handshakeError(error, options) : error;
  }
  const { id, result } = answer;
  const read = readInitializeResult(result);
  if ('problem' in read) throw failed('malformed', `the answer to initialize: ${read.problem}`, { requestId: id });
  const { protocolVersion, ...rest } = read.value;
  if (!isLegacyRevision(protocolVersion)) throw unsupported([protocolVersion]);
  peer.acceptsBatches = allowsBatches(protocolVersion);
  peer.handshakeDone = true;
  peer.notify('notifications/initialized');
  return { era: 'legacy', protocolVersion, ...rest };
}

type InitializeResult = Omit<Handshake, 'era' | 'protocolVersion'> & { readonly protocolVersion: string };

function readInitializeResult(result: JsonObject): Read<InitializeResult> {
  const { protocolVersion } = result;
  if (typeof protocolVersion !== 'string') return { problem: 'protocolVersion is no string' };
  const capabilities = optionalObject(result, 'capabilities');
  if ('problem' in capabilities) return capabilities;
  const serverInfo = optionalObject(result, 'serverInfo');
  if ('problem' in serverInfo) return serverInfo;
  if (typeof encodeJson(capabilities.value ?? {}, 'capabilities', capabilityLimits) !== 'string') {
    return { problem: 'its capabilities are too large or too deep' };
  }
  const instructions = optionalString(result, 'instructions');
  if ('problem' in instructions) return instructions;
  const { name, version, title } = serverInfo.value ?? {};
  return {
    value: {
      protocolVersion,
      capabilities: capabilities.value ?? {},
      serverInfo: {
        name: bounded(name, maxNameLength),
        version: bounded(version, maxNameLength),
        ...(typeof title === 'string' ? { title: bounded(title, maxNameLength) } : {}),
      },
      ...(instructions.value === undefined ? {} : { instructions: bounded(instructions.value, maxInstructionsLength) }),
    },
  };
}

/** A copy of at most so many characters; of anything but a string nothing. It is kept for the life of the client. */
function bounded(text: unknown, length: number): string {
  if (typeof text !== 'string') return '';
  return text.length <= length ? text : Buffer.from(text.slice(0, length)).toString();
}

/** The error of the request, in the words of a handshake. */
function handshakeError(error: McpClientError, { timeoutMs, lastWords }: HandshakeOptions): McpClientError {
  const { code, message } = error;
  if (code === 'MCP_TIMEOUT') {
    const message = `the server did not answer initialize within ${timeoutMs} ms`;
    return failed('timeout', message, { ...detailsOf(error), ...lastWords(), timeoutMs });
  }
  if (code === 'MCP_PROCESS_EXIT' || code === 'MCP_WRITE_FAILED') {
    const { exitCode, signal, stderrTail, stderrTruncated } = error;
    const how = { ...defined({ exitCode, signal, stderrTail, stderrTruncated }), ...detailsOf(error) };
    return failed('exited', `before the handshake was done: ${message}`, how);
  }
  if (code === 'MCP_PROTOCOL_ERROR' || code === 'MCP_MESSAGE_TOO_LARGE') {
    return failed('malformed', message, { ...detailsOf(error), ...lastWords() });
  }
  if (!(error instanceof McpProtocolError)) return error;
  const supported = supportedVersions(error.data);
  return supported ? unsupported(supported, error) : failed('refused', `the server says: ${message}`, detailsOf(error));
}

/** `data.supported` of a refusal, if it is a list of revisions. */
function supportedVersions(data: unknown): string[] | undefined {
  const supported = isJsonObject(data) ? data['supported'] : undefined;
  return Array.isArray(supported) ? supported.filter((entry) => typeof entry === 'string') : undefined;
}

/** What every failure takes over from the error of the request. */
function detailsOf(error: McpClientError): ErrorDetails {
  const { requestId, outcome } = error;
  return { ...defined({ requestId, outcome }), cause: error };
}

/** Without the members that are undefined. */
function defined<T extends object>(details: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

function failed(reason: HandshakeReason, message: string, details: ErrorDetails): McpClientError {
  const about = { phase: 'initialize', method: 'initialize', reason };
  return errorFrom({ code: 'MCP_HANDSHAKE_FAILED', message, ...about, ...details });
}

/** Names the revisions of both sides, and nothing else of what the server sent. */
function unsupported(versions: readonly string[], cause?: McpClientError): McpClientError {
  const serverVersions = versions.slice(0, 8).map((version) => printable(version, 32));
  const theirs = serverVersions.join(', ') || 'no revision';
  return errorFrom({
    code: 'MCP_UNSUPPORTED_VERSION',
    message: `the server speaks ${theirs}; this client speaks ${legacyRevisions.join(', ')}`,
    phase: 'initialize',
    method: 'initialize',
    serverVersions,
    clientVersions: legacyRevisions,
    ...(cause === undefined ? {} : detailsOf(cause)),
  });
}

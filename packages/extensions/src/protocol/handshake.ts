import type { ErrorDetails, Failure } from '../errors.ts';
import { encodeJson } from '../wire/json-value.ts';
import { isJsonObject, type JsonObject } from '../wire/message.ts';
import { capabilityLimits } from './capabilities.ts';
import { optionalObject, optionalString, type Read } from './read.ts';
import type { Era, LegacyRevision, ModernRevision } from './revisions.ts';

/** Who the client is: product name and version, no more. */
export interface ClientInfo {
  readonly name: string;
  readonly version: string;
}

/** The end of stderr, if there is one. */
export type LastWords = Pick<ErrorDetails, 'stderrTail' | 'stderrTruncated'>;

/**
 * What a server says about itself. Name and version (256 characters) and instructions (65,536) are the server's words,
 * cut: untrusted.
 */
export interface ServerDescription {
  readonly capabilities: JsonObject;
  readonly serverInfo: { readonly name: string; readonly version: string; readonly title?: string };
  readonly instructions?: string;
}

export interface LegacyHandshake extends ServerDescription {
  readonly era: 'legacy';
  readonly protocolVersion: LegacyRevision;
}

/** There is no handshake in the modern era: this is what `server/discover` said. */
export interface ModernHandshake extends ServerDescription {
  readonly era: 'modern';
  readonly protocolVersion: ModernRevision;
}

/** What client and server agreed on. Its `era` may be given to the next client of the same server, which then need not ask. */
export type Handshake = LegacyHandshake | ModernHandshake;

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
  /** Which eras may be used. */
  readonly era: Era | 'auto';
  /** Milliseconds for all of it; for errors. */
  readonly timeoutMs: number;
  /** What is left of them; at least 1. */
  readonly leftMs: () => number;
  readonly signal: AbortSignal;
  /** What the server wrote to stderr so far, for the error. */
  readonly lastWords: () => LastWords;
  /** The server is reached over HTTP. */
  readonly isHttp: boolean;
}

const maxNameLength = 256;
const maxInstructionsLength = 64 * 1024;

/** Reads what both eras say in the same words. Where the server's name stands differs. */
export function readDescription(result: JsonObject, serverInfo: unknown): Read<ServerDescription> {
  const capabilities = optionalObject(result, 'capabilities');
  if ('problem' in capabilities) return capabilities;
  if (typeof encodeJson(capabilities.value ?? {}, 'capabilities', capabilityLimits) !== 'string') {
    return { problem: 'its capabilities are too large or too deep' };
  }
  const instructions = optionalString(result, 'instructions');
  if ('problem' in instructions) return instructions;
  const { name, version, title } = isJsonObject(serverInfo) ? serverInfo : {};
  return {
    value: {
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

import { encodeJson } from '../wire/json-value.ts';
import { isJsonObject, type JsonObject } from '../wire/message.ts';
import type { ClientLimits } from './client-options.ts';
import { invalidParams } from './request-options.ts';

/**
 * Checks the name and the kind of the arguments of a call.
 *
 * @throws McpClientError `MCP_INVALID_PARAMS`
 */
export function checkCall(name: unknown, args: unknown): void {
  if (typeof name !== 'string' || name === '') {
    throw invalidParams('the name of a tool is a non-empty string', 'tools/call');
  }
  if (!isJsonObject(args)) throw invalidParams('the arguments of a tool are an object', 'tools/call');
}

/** What is copied, for errors about it. */
interface CopiedPart {
  readonly name: string;
  readonly method: string;
}

const argumentsOfCall: CopiedPart = { name: 'params.arguments', method: 'tools/call' };

/**
 * The arguments of a call (or another part of a request) as they are now.
 *
 * @throws McpClientError `MCP_INVALID_PARAMS` when they are no JSON
 */
export function copyArguments(args: JsonObject, limits: ClientLimits, part: CopiedPart = argumentsOfCall): JsonObject {
  const { maxDepth, maxSentBytes: maxBytes } = limits;
  const json = encodeJson(args, part.name, { maxDepth, maxBytes });
  if (typeof json !== 'string') throw invalidParams(json.problem, part.method);
  return JSON.parse(json) as JsonObject;
}

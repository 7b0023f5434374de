import { errorFrom } from '../errors.ts';
import type { Answer } from '../rpc/pending-request.ts';
import { isJsonObject, type JsonObject } from '../wire/message.ts';
import { printable } from '../wire/printable.ts';
import { valueOf, type Read } from './read.ts';
import type { Era } from './revisions.ts';

/** What a resource holds: text, or bytes as base64. */
export interface ResourceContents {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text?: string;
  readonly blob?: string;
}

/**
 * One block of a tool's result, its shape checked; members that are not named here are kept. A kind that this client does
 * not know is `unknown`, whole. Source: schema 2025-11-25, `ContentBlock`.
 */
export type ContentBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image' | 'audio'; readonly data: string; readonly mimeType: string }
  | { readonly type: 'resource_link'; readonly uri: string; readonly name: string }
  | { readonly type: 'resource'; readonly resource: ResourceContents }
  | { readonly type: 'unknown'; readonly kind: string; readonly block: JsonObject };

/** How a tool ended. `isError`: the tool ran and says that it failed, which is for the model to read. */
export interface ToolResult {
  readonly content: readonly ContentBlock[];
  /** In the legacy era an object; in the modern era any JSON value, null too. */
  readonly structuredContent?: unknown;
  readonly isError: boolean;
  readonly _meta?: JsonObject;
}

/** How a result is to be read. */
export interface ResultTerms {
  readonly era: Era;
  readonly maxResultBytes: number;
}

/**
 * The result of a call.
 *
 * @throws McpClientError `MCP_RESULT_TOO_LARGE`, `MCP_INVALID_RESULT`
 */
export function readCall(answer: Answer, tool: string, { era, maxResultBytes }: ResultTerms): ToolResult {
  requireSize(answer, tool, 'tools/call', maxResultBytes);
  return valueOf(readToolResult(answer.result, era), 'tools/call', answer.id);
}

/**
 * The result of something (a tool, a method) has no more bytes than are allowed.
 *
 * @throws McpClientError `MCP_RESULT_TOO_LARGE`
 */
export function requireSize({ id, bytes }: Answer, what: string, method: string, maxBytes: number): void {
  if (bytes <= maxBytes) return;
  const message = `the result of ${printable(what, 64)} has ${bytes} bytes, and ${maxBytes} are allowed`;
  throw errorFrom({ code: 'MCP_RESULT_TOO_LARGE', message, method, requestId: id });
}

/** Reads the result of `tools/call`. A server that sends structured content alone is understood. */
export function readToolResult(result: JsonObject, era: Era): Read<ToolResult> {
  const structured = era === 'modern' ? result['structuredContent'] : (result['structuredContent'] ?? undefined);
  if (era === 'legacy' && structured !== undefined && !isJsonObject(structured)) {
    return { problem: 'structuredContent is no object' };
  }
  const meta = result['_meta'] ?? undefined;
  if (meta !== undefined && !isJsonObject(meta)) return { problem: '_meta is no object' };
  const isError = result['isError'] ?? false;
  if (typeof isError !== 'boolean') return { problem: 'isError is neither true nor false' };
  const blocks = result['content'] ?? (structured === undefined ? undefined : []);
  if (!Array.isArray(blocks)) return { problem: 'content is no array' };
  const content: ContentBlock[] = [];
  for (const entry of blocks) {
    const block = readBlock(entry);
    if (typeof block === 'string') return { problem: `content[${content.length}]: ${block}` };
    content.push(block);
  }
  return {
    value: {
      content,
      ...(structured === undefined ? undefined : { structuredContent: structured }),
      isError,
      ...(meta === undefined ? undefined : { _meta: meta }),
    },
  };
}

/** The members of each kind of block that must be strings. */
const strings = {
  text: ['text'],
  image: ['data', 'mimeType'],
  audio: ['data', 'mimeType'],
  resource_link: ['uri', 'name'],
  resource: [],
} as const;

/** The block, or what is wrong with it. */
function readBlock(entry: unknown): ContentBlock | string {
  if (!isJsonObject(entry)) return 'it is no object';
  const { type } = entry;
  if (typeof type !== 'string') return 'it has no type';
  if (!isKnownKind(type)) return { type: 'unknown', kind: type, block: entry };
  for (const key of strings[type]) if (typeof entry[key] !== 'string') return `${key} is no string`;
  const problem = type === 'resource' ? problemOf(entry['resource']) : undefined;
  // Its shape was checked just now, for this kind.
  return problem ?? (entry as unknown as ContentBlock);
}

function isKnownKind(type: string): type is keyof typeof strings {
  return Object.hasOwn(strings, type);
}

function problemOf(resource: unknown): string | undefined {
  if (!isJsonObject(resource)) return 'resource is no object';
  if (typeof resource['uri'] !== 'string') return 'resource.uri is no string';
  const holds = typeof resource['text'] === 'string' || typeof resource['blob'] === 'string';
  return holds ? undefined : 'resource has neither text nor blob';
}

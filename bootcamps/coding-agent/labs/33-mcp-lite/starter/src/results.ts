import { McpClientError } from './errors.ts';
import { isObject } from './message.ts';

/** What the handshake tells about the server. */
export interface InitializeResult {
  readonly protocolVersion: string;
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly serverInfo: { readonly name: string; readonly version: string };
}

/** A tool as the server describes it. The description is data of a stranger, not an instruction. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** MCP-lite: `content` is one string. The real protocol has a list of content blocks here. */
export interface ToolResult {
  readonly content: string;
}

/*
 * A result is checked once, here, where it enters: past this file the types are true.
 * Each reader throws McpClientError MCP_PROTOCOL_ERROR. That fails the one call; the connection is healthy.
 *
 * Grown-up twin: packages/extensions/src/protocol/tool-result.ts and tool.ts
 */

export function readInitializeResult(result: unknown): InitializeResult {
  if (!isObject(result) || typeof result['protocolVersion'] !== 'string') throw malformed('initialize');
  const { protocolVersion, capabilities, serverInfo } = result;
  if (!isObject(serverInfo) || typeof serverInfo['name'] !== 'string') throw malformed('initialize');
  const version = typeof serverInfo['version'] === 'string' ? serverInfo['version'] : '';
  return {
    protocolVersion,
    capabilities: isObject(capabilities) ? capabilities : {},
    serverInfo: { name: serverInfo['name'], version },
  };
}

export function readToolsPage(result: unknown): { readonly tools: Tool[]; readonly nextCursor: string | undefined } {
  if (!isObject(result) || !Array.isArray(result['tools'])) throw malformed('tools/list');
  const { nextCursor } = result;
  if (nextCursor !== undefined && typeof nextCursor !== 'string') throw malformed('tools/list');
  return { tools: result['tools'].map(readTool), nextCursor };
}

export function readToolResult(result: unknown): ToolResult {
  if (!isObject(result) || typeof result['content'] !== 'string') throw malformed('tools/call');
  return { content: result['content'] };
}

function readTool(tool: unknown): Tool {
  if (!isObject(tool) || typeof tool['name'] !== 'string') throw malformed('tools/list');
  const { name, description, inputSchema } = tool;
  return {
    name,
    description: typeof description === 'string' ? description : '',
    inputSchema: isObject(inputSchema) ? inputSchema : { type: 'object' },
  };
}

function malformed(method: string): McpClientError {
  return new McpClientError('MCP_PROTOCOL_ERROR', `the server answered ${method} with a result of another shape`);
}

import { McpClientError } from './errors.ts';

/** How a request ends: with what the server answered, or with the reason why no answer will be taken. */
export type Outcome = { readonly result: unknown } | { readonly error: Error };

/** One line of the server, understood. */
export type Incoming =
  | { readonly kind: 'response'; readonly id: number; readonly outcome: Outcome }
  | { readonly kind: 'request'; readonly id: number | string; readonly method: string }
  | { readonly kind: 'notification'; readonly method: string; readonly params: unknown };

/**
 * One message as one line: JSON.stringify puts no newline into it.
 *
 * @throws McpClientError `MCP_INVALID_PARAMS` for what JSON cannot hold (a cycle, a BigInt).
 */
export function encodeLine(message: Readonly<Record<string, unknown>>): string {
  try {
    return `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
  } catch (cause) {
    throw new McpClientError('MCP_INVALID_PARAMS', 'the parameters are not JSON values', { cause });
  }
}

/**
 * Reads one line. stdout is protocol only: whatever is not a JSON-RPC message is an error, not something to skip.
 * The errors never quote the line, which may hold anything.
 *
 * @throws McpClientError `MCP_PROTOCOL_ERROR`
 *
 * Grown-up twin: packages/extensions/src/wire/codec.ts
 */
export function decodeLine(line: string): Incoming {
  const message = parse(line);
  if (!isObject(message)) throw notProtocol('a line that is not a JSON object');
  if (message['jsonrpc'] !== '2.0') throw notProtocol('a message without "jsonrpc": "2.0"');
  const { id, method } = message;
  if (typeof method === 'string') {
    // The absence of an id, and nothing else, makes a notification.
    if (id === undefined) return { kind: 'notification', method, params: message['params'] };
    if (typeof id === 'number' || typeof id === 'string') return { kind: 'request', id, method };
    throw notProtocol('a request whose id is neither a number nor a string');
  }
  // Our ids are numbers. "3" is not 3: an answer to "3" belongs to somebody else's request.
  if (typeof id !== 'number') throw notProtocol('a response whose id is not a number');
  return { kind: 'response', id, outcome: outcomeOf(message) };
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw notProtocol('a line that is not JSON');
  }
}

function outcomeOf(response: Readonly<Record<string, unknown>>): Outcome {
  const { result, error } = response;
  if ((result === undefined) === (error === undefined)) {
    throw notProtocol(`a response with ${result === undefined ? 'neither result nor error' : 'both result and error'}`);
  }
  if (error === undefined) return { result };
  if (!isObject(error) || typeof error['code'] !== 'number' || typeof error['message'] !== 'string') {
    throw notProtocol('an error without a code and a message');
  }
  return {
    error: new McpClientError('MCP_ERROR', error['message'], { remoteCode: error['code'], data: error['data'] }),
  };
}

function notProtocol(what: string): McpClientError {
  return new McpClientError('MCP_PROTOCOL_ERROR', `the server sent ${what}`);
}

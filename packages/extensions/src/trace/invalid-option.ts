import { McpClientError } from '../errors.ts';

/** An option is not what it should be. */
export function invalidOption(message: string): McpClientError {
  return new McpClientError('MCP_INVALID_CONFIG', message);
}

/** @throws McpClientError `MCP_INVALID_CONFIG` */
export function requireWhole(name: string, value: unknown, least: number, most = Number.MAX_SAFE_INTEGER): void {
  if (Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most) return;
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`;
  throw invalidOption(`${name} should be a whole number ${range}`);
}

/** @throws McpClientError `MCP_INVALID_CONFIG` */
export function requirePath(value: unknown): void {
  if (typeof value !== 'string' || value === '') throw invalidOption('path should be the path of a file');
}

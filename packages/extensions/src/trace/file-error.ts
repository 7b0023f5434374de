import { McpClientError } from '../errors.ts';
import { errnoOf } from '../stdio/spawn-failure.ts';

/** What the system has against a file, as an error: `what` says it in words, `MCP_INVALID_CONFIG` with `file` and `errno`. */
export function fileError(file: string, what: string, cause: unknown): McpClientError {
  const errno = cause instanceof Error ? errnoOf(cause) : 'unknown';
  return new McpClientError('MCP_INVALID_CONFIG', `${what}: ${file} (${errno})`, { file, errno, cause });
}

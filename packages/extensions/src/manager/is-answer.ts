import { McpClientError, type ErrorCode } from '../errors.ts';

/** After these the server has answered: it is there. */
const answers: ReadonlySet<ErrorCode> = new Set(['MCP_ERROR', 'MCP_INVALID_RESULT', 'MCP_RESULT_TOO_LARGE']);

/** True for the failure of a request that the server answered all the same: also by saying that it is asked too often. */
export function isAnswer(error: unknown): error is McpClientError {
  return error instanceof McpClientError && (answers.has(error.code) || error.httpStatus === 429);
}

import { errorFrom } from '../errors.ts';
import type { Answer } from '../rpc/pending-request.ts';
import { printable } from '../wire/printable.ts';

/**
 * Why a result of the modern era is not the final one of its request; undefined when it is. A missing `resultType` means
 * `complete`: so says the revision of servers that are older, and nothing else it could mean. Source: 2026-07-28, basic.
 */
export function incompleteness(result: Answer['result']): string | undefined {
  const type = result['resultType'] ?? 'complete';
  if (type === 'complete') return undefined;
  return typeof type === 'string' ? `resultType is ${JSON.stringify(printable(type, 32))}` : 'resultType is no string';
}

/**
 * The answer, if it is a final one.
 *
 * @throws McpClientError `MCP_INVALID_RESULT`
 */
export function requireComplete(answer: Answer, method: string): Answer {
  const problem = incompleteness(answer.result);
  if (problem === undefined) return answer;
  const message = `the result of ${method}: ${problem}`;
  throw errorFrom({ code: 'MCP_INVALID_RESULT', message, method, requestId: answer.id });
}

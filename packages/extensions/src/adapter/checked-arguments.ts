import { McpClientError, type ArgumentProblem } from '../errors.ts';
import { frozenJson } from '../wire/json-value.ts';
import type { JsonObject } from '../wire/message.ts';
import { isJsonObject } from '../wire/message.ts';
import { printable } from '../wire/printable.ts';
import type { ArgumentLimits } from './adapter-limits.ts';
import type { CheckResult } from './argument-validator.ts';
import type { ValueCheck } from './structured-content.ts';

/** Problems that an error holds. */
const maxProblems = 10;

/**
 * The arguments as they are now, frozen through and through: what is checked, what a policy and an approver see, and what
 * is sent are one and the same, whatever the caller does with his object meanwhile.
 *
 * @throws McpClientError `MCP_INVALID_PARAMS` when they are no JSON object within the limits
 */
export function frozenArguments(args: unknown, { maxArgumentBytes, maxArgumentDepth }: ArgumentLimits): JsonObject {
  if (!isJsonObject(args)) throw invalidArguments('the arguments of a tool are an object');
  const limits = { maxDepth: maxArgumentDepth, maxBytes: maxArgumentBytes };
  const read = frozenJson(args, 'params.arguments', limits);
  if ('problem' in read) throw invalidArguments(read.problem);
  // The copy of an object is one.
  return read.copy as JsonObject;
}

/**
 * Checks arguments against the input schema of their tool; a promise only when that takes a while.
 *
 * @throws McpClientError `MCP_INVALID_PARAMS` with the problems, in its message too: a model reads that
 */
export function requireFitting(args: JsonObject, toolName: string, input: ValueCheck): void | Promise<void> {
  const checked = input.check(args);
  return checked instanceof Promise
    ? checked.then((later) => requireFit(later, toolName))
    : requireFit(checked, toolName);
}

function requireFit(checked: CheckResult, toolName: string): void {
  if (checked.ok) return;
  const problems: readonly ArgumentProblem[] = checked.problems
    .slice(0, maxProblems)
    .map(({ path, message }) => ({ path: printable(path), message: printable(message) }));
  const words = problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ');
  const more = checked.problems.length - problems.length;
  const all = `${words}${more > 0 ? ` (and ${more} more)` : ''}`;
  throw invalidArguments(`the arguments do not fit the schema of ${printable(toolName, 64)}: ${all}`, problems);
}

function invalidArguments(message: string, problems?: readonly ArgumentProblem[]): McpClientError {
  const details = { method: 'tools/call', outcome: 'not-sent' } as const;
  return new McpClientError('MCP_INVALID_PARAMS', message, problems === undefined ? details : { ...details, problems });
}

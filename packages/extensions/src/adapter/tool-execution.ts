import { checkCallValues, requireWanted } from '../client/request-options.ts';
import { errorFrom, withServerName } from '../errors.ts';
import type { ToolResult } from '../protocol/tool-result.ts';
import type { JsonObject } from '../wire/message.ts';
import { printable } from '../wire/printable.ts';
import type { ResolvedAdapterOptions } from './adapter-options.ts';
import { passGate, refused } from './call-gate.ts';
import { decide } from './call-policy.ts';
import { frozenArguments, requireFitting } from './checked-arguments.ts';
import { outcomeOf } from './outcome-of.ts';
import { policyCall } from './policy-call.ts';
import { changedMembers } from './tool-changes.ts';
import type { ExecuteOptions } from './tool-definition.ts';
import type { ToolOutcome } from './tool-outcome.ts';
import type { ToolEntry } from './tool-table.ts';

const method = 'tools/call';

/** One call, looked at and not sent yet. */
interface ToolCall extends ExecuteOptions {
  readonly entry: ToolEntry;
  /** Frozen. */
  readonly args: JsonObject;
  /** What the server was when it was considered; undefined when nobody had to, or nobody knows. */
  seenAs: string | undefined;
}

/** The calls of one server's tools. Holds names and no client: what a name stands for is looked up for each call. */
export class ToolExecution {
  readonly #options: ResolvedAdapterOptions;
  readonly #entryOf: (toolName: string) => ToolEntry | undefined;

  constructor(options: ResolvedAdapterOptions, entryOf: (toolName: string) => ToolEntry | undefined) {
    this.#options = options;
    this.#entryOf = entryOf;
  }

  /**
   * See `ToolDefinition.execute`. In this order: aborted? known? do the arguments fit? can it be paid? is it allowed? the
   * call; its outcome.
   * What need not be waited for is not waited for: mostly the call is sent before this returns.
   */
  execute(toolName: string, args: JsonObject, options: ExecuteOptions = {}): Promise<ToolOutcome> {
    try {
      const call = this.#begin(toolName, args, options);
      const fits = requireFitting(call.args, toolName, call.entry.input);
      const allowed = fits === undefined ? this.#permit(call) : fits.then(() => this.#permit(call));
      const result = allowed === undefined ? this.#send(call) : allowed.then(() => this.#send(call));
      return result.then(
        (value) => this.#outcome(value, call),
        (error: unknown) => {
          throw this.#named(error);
        },
      );
    } catch (error) {
      return Promise.reject(this.#named(error));
    }
  }

  #begin(toolName: string, args: JsonObject, options: ExecuteOptions): ToolCall {
    checkCallValues(options);
    const { signal, timeoutMs, onProgress, runId } = options;
    requireWanted(method, signal);
    const entry = this.#require(toolName);
    return {
      entry,
      args: frozenArguments(args, this.#options.limits),
      signal,
      timeoutMs,
      onProgress,
      runId,
      seenAs: undefined,
    };
  }

  /** Nobody knows how long it took to be allowed, nor how long the server may take to be there. */
  #send(call: ToolCall): Promise<ToolResult> {
    const { entry, args, signal, timeoutMs, onProgress, runId } = call;
    requireWanted(method, signal);
    this.#requireUnchanged(call);
    const beforeSend = (): void => this.#requireUnchanged(call);
    const options = { signal, timeoutMs, onProgress, resetTimeoutOnProgress: true, runId, beforeSend };
    // A source of the host's may give any kind of promise.
    return Promise.resolve(this.#options.source.callTool(entry.tool.name, args, options));
  }

  #outcome(result: ToolResult, { entry, signal }: ToolCall): ToolOutcome | Promise<ToolOutcome> {
    const { serverName, limits, onMismatch, spill } = this.#options;
    const { tool, output } = entry;
    return outcomeOf(result, { serverName, toolName: tool.name, limits, output, onMismatch, spill, signal });
  }

  #named(error: unknown): unknown {
    return withServerName(error, this.#options.serverName);
  }

  #require(toolName: string): ToolEntry {
    const entry = this.#entryOf(toolName);
    if (entry !== undefined) return entry;
    const message = `the server does not list the tool ${printable(toolName, 64)} any more`;
    throw errorFrom({ code: 'MCP_UNKNOWN_TOOL', message, method, outcome: 'not-sent' });
  }

  /** A yes is about the tool and the server that somebody looked at, not about what became of them meanwhile (CVE-2025-54136). */
  #requireUnchanged({ entry, seenAs }: ToolCall): void {
    const { name: toolName } = entry.tool;
    const now = this.#require(toolName);
    const isSameServer = seenAs === undefined || seenAs === this.#identityFor(toolName);
    if (now === entry && isSameServer) return;
    const what = isSameServer ? 'the server changed it' : 'its server became another one';
    const why = `${what} while the call was considered; a new call is asked about again`;
    const members = now === entry ? [] : changedMembers(entry.tool, now.tool);
    const changes = [...(isSameServer ? [] : ['server']), ...members].map((member) => `its ${member} is another one`);
    throw refused('MCP_APPROVAL_REQUIRED', why, { serverName: this.#options.serverName, toolName }, { changes });
  }

  #permit(call: ToolCall): void | Promise<void> {
    const { entry, args, signal, runId } = call;
    const { serverName, policy, approver } = this.#options;
    if (policy === undefined && decide(entry, undefined).decision === 'allow') return undefined;
    this.#options.source.requirePayable?.(args, runId);
    const identity = this.#identityFor(entry.tool.name);
    call.seenAs = identity;
    return passGate(policyCall(entry, { serverName, identity, runId, args }), { policy, approver }, signal);
  }

  /** Fails closed: who the server is must not be guessed. */
  #identityFor(toolName: string): string | undefined {
    const { serverName, identity } = this.#options;
    try {
      return identity();
    } catch (cause) {
      throw refused('MCP_DENIED', 'nobody can say which server it is', { serverName, toolName }, { cause });
    }
  }
}

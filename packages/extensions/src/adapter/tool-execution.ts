import { checkCallOptions, requireWanted } from '../client/request-options.ts';
import { errorFrom, withServerName } from '../errors.ts';
import type { JsonObject } from '../wire/message.ts';
import { printable } from '../wire/printable.ts';
import type { ResolvedAdapterOptions } from './adapter-options.ts';
import { passGate, refused } from './call-gate.ts';
import { decide } from './call-policy.ts';
import { frozenArguments, requireFitting } from './checked-arguments.ts';
import { hashJson } from './hash-json.ts';
import { outcomeOf } from './outcome-of.ts';
import { changedMembers } from './tool-changes.ts';
import type { ExecuteOptions } from './tool-definition.ts';
import type { ToolOutcome } from './tool-outcome.ts';
import type { ToolEntry } from './tool-table.ts';

const method = 'tools/call';

/** The calls of one server's tools. Holds names and no client: what a name stands for is looked up for each call. */
export class ToolExecution {
  readonly #options: ResolvedAdapterOptions;
  readonly #entryOf: (toolName: string) => ToolEntry | undefined;

  constructor(options: ResolvedAdapterOptions, entryOf: (toolName: string) => ToolEntry | undefined) {
    this.#options = options;
    this.#entryOf = entryOf;
  }

  /** See `ToolDefinition.execute`. In this order: aborted? known? do the arguments fit? is it allowed? the call; its outcome. */
  async execute(toolName: string, args: JsonObject, options: ExecuteOptions = {}): Promise<ToolOutcome> {
    const { serverName, source, limits, onMismatch, spill } = this.#options;
    try {
      checkCallOptions(options);
      const { signal, timeoutMs, onProgress, runId } = options;
      requireWanted(method, signal);
      const entry = this.#require(toolName);
      const sent = frozenArguments(args, limits);
      await requireFitting(sent, toolName, entry.input);
      await this.#permit(entry, sent, options);
      requireWanted(method, signal);
      this.#requireUnchanged(entry);
      const call = { signal, timeoutMs, onProgress, resetTimeoutOnProgress: true, runId };
      const result = await source.callTool(toolName, sent, call);
      const terms = { serverName, toolName, limits, output: entry.output, onMismatch, spill, signal };
      return await outcomeOf(result, terms);
    } catch (error) {
      throw withServerName(error, serverName);
    }
  }

  #require(toolName: string): ToolEntry {
    const entry = this.#entryOf(toolName);
    if (entry !== undefined) return entry;
    const message = `the server does not list the tool ${printable(toolName, 64)} any more`;
    throw errorFrom({ code: 'MCP_UNKNOWN_TOOL', message, method, outcome: 'not-sent' });
  }

  /** A yes is about the tool that somebody looked at, not about what the server made of it meanwhile (CVE-2025-54136). */
  #requireUnchanged(entry: ToolEntry): void {
    const { name: toolName } = entry.tool;
    const now = this.#require(toolName);
    if (now === entry) return;
    const why = 'the server changed it while the call was considered; a new call is asked about again';
    const changes = changedMembers(entry.tool, now.tool).map((member) => `its ${member} is another one`);
    throw refused('MCP_APPROVAL_REQUIRED', why, { serverName: this.#options.serverName, toolName }, { changes });
  }

  async #permit(entry: ToolEntry, args: JsonObject, { signal, runId }: ExecuteOptions): Promise<void> {
    const { serverName, policy, approver } = this.#options;
    if (policy === undefined && decide(entry, undefined).decision === 'allow') return;
    const { tool, name, annotations, permission, isStated } = entry;
    const known = this.#identityFor(tool.name);
    const call = Object.freeze({
      serverName,
      toolName: tool.name,
      name,
      ...(known === undefined ? {} : { identity: known }),
      permission,
      isStated,
      annotations,
      args,
      argumentsHash: hashJson(args),
      ...(runId === undefined ? {} : { runId }),
    });
    await passGate(call, { policy, approver }, signal);
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

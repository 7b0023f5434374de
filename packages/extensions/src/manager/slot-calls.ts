import type { ToolSource } from '../adapter/tool-source.ts';
import { McpClientError, withServerName, type ErrorCode } from '../errors.ts';
import type { ToolResult } from '../protocol/tool-result.ts';
import type { ActiveCalls } from './active-calls.ts';
import type { BudgetLedger } from './budget-ledger.ts';
import type { PaidCall } from './budget.ts';
import { jsonBytes } from './json-bytes.ts';
import type { ServerLife } from './server-life.ts';
import type { ServerSettings } from './server-settings.ts';

/** What a call is given: as for a client, and the run that it belongs to. */
export type SourceCallOptions = Parameters<ToolSource['callTool']>[2];

export interface SlotCallsOptions {
  readonly serverName: string;
  readonly settings: ServerSettings;
  readonly calls: ActiveCalls;
  readonly ledger: BudgetLedger;
  /** A life that is ready, for a tool that may be called. Throws why there is none. */
  readonly readyFor: (toolName: string, signal: AbortSignal | undefined) => Promise<ServerLife>;
  /** The life answered: `isResult`, or refused. */
  readonly onAnswer: (life: ServerLife, isResult: boolean) => void;
}

/** After these the server has answered. */
const answers: ReadonlySet<ErrorCode> = new Set(['MCP_ERROR', 'MCP_INVALID_RESULT', 'MCP_RESULT_TOO_LARGE']);

/** True for the failure of a request that the server answered all the same. */
export function isAnswer(error: unknown): boolean {
  return error instanceof McpClientError && answers.has(error.code);
}

/**
 * The calls of one slot, from the budget to the result. A call waits for a life that is ready, and then belongs to that one:
 * whatever becomes of it, it is not sent to another (M-04).
 */
export class SlotCalls {
  readonly #options: SlotCallsOptions;
  #running = 0;

  constructor(options: SlotCallsOptions) {
    this.#options = options;
  }

  /** Calls under way, or waiting for the server. */
  get running(): number {
    return this.#running;
  }

  async call(
    toolName: string,
    args: Readonly<Record<string, unknown>>,
    { signal, runId, ...options }: SourceCallOptions,
  ): Promise<ToolResult> {
    const { serverName, calls } = this.#options;
    this.#running += 1;
    try {
      return await calls.run({ serverName, toolName, runId }, signal, (ours) =>
        this.#paid(toolName, args, { ...options, runId, signal: ours }),
      );
    } catch (error) {
      throw withServerName(error, serverName);
    } finally {
      this.#running -= 1;
    }
  }

  async #paid(
    toolName: string,
    args: Readonly<Record<string, unknown>>,
    { runId, ...options }: SourceCallOptions,
  ): Promise<ToolResult> {
    const { ledger, serverName } = this.#options;
    const paid: PaidCall = ledger.begin(runId, serverName, ledger.isOn ? jsonBytes(args) : 0);
    let resultBytes = 0;
    try {
      const result = await this.#sent(toolName, args, options);
      if (ledger.isOn) resultBytes = jsonBytes(result);
      return result;
    } finally {
      paid.end(resultBytes);
    }
  }

  async #sent(
    toolName: string,
    args: Readonly<Record<string, unknown>>,
    options: Omit<SourceCallOptions, 'runId'>,
  ): Promise<ToolResult> {
    const { readyFor, onAnswer, settings } = this.#options;
    const life = await readyFor(toolName, options.signal);
    const { timeoutMs = settings.callMs, maxTotalTimeoutMs = settings.totalMs } = options;
    try {
      const result = await life.callTool(toolName, args, { ...options, timeoutMs, maxTotalTimeoutMs });
      onAnswer(life, true);
      return result;
    } catch (error) {
      if (isAnswer(error)) onAnswer(life, false);
      throw error;
    }
  }
}

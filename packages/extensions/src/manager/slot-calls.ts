import type { ToolSource } from '../adapter/tool-source.ts';
import { withServerName } from '../errors.ts';
import type { ToolResult } from '../protocol/tool-result.ts';
import { attributed, type ActiveCalls } from './active-calls.ts';
import type { BudgetLedger } from './budget-ledger.ts';
import type { PaidCall } from './budget.ts';
import type { CallGroup } from './call-group.ts';
import { isAnswer } from './is-answer.ts';
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
  readonly readyFor: (toolName: string, signal: AbortSignal | undefined) => ServerLife | Promise<ServerLife>;
  /** The life answered: `isResult`, or refused. */
  readonly onAnswer: (life: ServerLife, isResult: boolean) => void;
  /** One call less is under way. */
  readonly onEnded: () => void;
}

/** What one call holds, and gives back when it is over. */
interface SlotCall {
  readonly toolName: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly options: SourceCallOptions;
  readonly group: CallGroup;
  paid: PaidCall | undefined;
  /** The life that it was sent to. */
  life: ServerLife | undefined;
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

  call(toolName: string, args: Readonly<Record<string, unknown>>, options: SourceCallOptions): Promise<ToolResult> {
    const { serverName, calls, ledger, readyFor } = this.#options;
    const group = calls.enter(serverName, options.runId, options.signal);
    const call: SlotCall = { toolName, args, options, group, paid: undefined, life: undefined };
    this.#running += 1;
    try {
      call.paid = ledger.begin(options.runId, serverName, ledger.isOn ? jsonBytes(args) : 0);
      const life = readyFor(toolName, group.signal);
      const sent = life instanceof Promise ? life.then((one) => this.#send(call, one)) : this.#send(call, life);
      return sent.then(
        (result) => this.#answered(call, result),
        (error: unknown) => {
          throw this.#failed(call, error);
        },
      );
    } catch (error) {
      return Promise.reject(this.#failed(call, error));
    }
  }

  #send(call: SlotCall, life: ServerLife): Promise<ToolResult> {
    const { settings } = this.#options;
    const { runId, timeoutMs, maxTotalTimeoutMs, resetTimeoutOnProgress, onProgress, beforeSend } = call.options;
    beforeSend?.();
    call.life = life;
    return life.callTool(call.toolName, call.args, {
      timeoutMs: timeoutMs ?? settings.callMs,
      maxTotalTimeoutMs: maxTotalTimeoutMs ?? settings.totalMs,
      resetTimeoutOnProgress,
      onProgress,
      runId,
      signal: call.group.signal,
    });
  }

  #answered(call: SlotCall, result: ToolResult): ToolResult {
    const { ledger, onAnswer } = this.#options;
    const { life } = call;
    try {
      life?.callEnded();
      if (life !== undefined) onAnswer(life, true);
      return result;
    } finally {
      this.#end(call, ledger.isOn ? jsonBytes(result) : 0);
    }
  }

  #failed(call: SlotCall, error: unknown): unknown {
    const { serverName, onAnswer } = this.#options;
    const { life, group } = call;
    try {
      life?.callEnded();
      if (life !== undefined && isAnswer(error)) onAnswer(life, false);
      return withServerName(attributed(error, group), serverName);
    } finally {
      this.#end(call, 0);
    }
  }

  #end({ paid, group }: SlotCall, resultBytes: number): void {
    const { calls, onEnded } = this.#options;
    paid?.end(resultBytes);
    calls.leave(group);
    this.#running -= 1;
    onEnded();
  }
}

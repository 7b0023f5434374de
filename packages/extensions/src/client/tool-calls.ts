import type { Clock } from '../base/clock.ts';
import { withServerName, type Failure } from '../errors.ts';
import { incompleteness } from '../protocol/result-type.ts';
import type { Era } from '../protocol/revisions.ts';
import { readCall, type ToolResult } from '../protocol/tool-result.ts';
import { answerOf } from '../rpc/answer-of.ts';
import type { Peer } from '../rpc/peer.ts';
import type { PeerRequest } from '../rpc/peer-options.ts';
import { checkCall, copyArguments } from './call-arguments.ts';
import type { ResolvedProtocolOptions } from './client-options.ts';
import { laneOf } from './concurrency.ts';
import { InputRounds } from './input-rounds.ts';
import { checkCallOptions, type CallOptions } from './request-options.ts';
import type { ToolCatalogue } from './tool-catalogue.ts';

export interface ToolCallsOptions {
  readonly clock: Clock;
  readonly protocol: ResolvedProtocolOptions;
  readonly tools: ToolCatalogue;
  /** The connection, if `tools/call` may be sent on it now; throws otherwise. */
  readonly readyFor: (signal: AbortSignal | undefined) => Peer;
  readonly era: () => Era;
}

/** The calls of one client: from the arguments of the caller to the result that was read. */
export class ToolCalls {
  readonly #options: ToolCallsOptions;
  readonly #inputs: InputRounds;

  constructor(options: ToolCallsOptions) {
    this.#options = options;
    const { clock, protocol } = options;
    const { maxInputRounds: maxRounds, maxInbound: maxRequests } = protocol.limits;
    const { handlers, capabilities } = protocol;
    this.#inputs = new InputRounds({ clock, handlers, capabilities, maxRounds, maxRequests });
  }

  /** See `McpClient.callTool`. */
  async call(name: string, args: Readonly<Record<string, unknown>>, options: CallOptions): Promise<ToolResult> {
    const { protocol, tools, readyFor, clock } = this.#options;
    const { limits, timeouts } = protocol;
    try {
      checkCallOptions(options);
      checkCall(name, args);
      // What is sent is what was given, also when the list must be read first, or the server asks before it goes on, and
      // somebody changes the object meanwhile.
      const isKnown = protocol.allowUnlistedTools || tools.has(name);
      const mayBeAsked = this.#inputs.mayAnswer && this.#options.era() === 'modern';
      const given = isKnown && !mayBeAsked ? args : copyArguments(args, limits);
      if (!isKnown) {
        readyFor(options.signal);
        await tools.require(name, options);
      }
      const peer = readyFor(options.signal);
      const era = this.#options.era();
      const startedAt = era === 'modern' ? clock.now() : 0;
      // One settlement, and no promise more than needed: this is what an agent does all day. While it waits, nothing of the
      // request is kept that is not needed again.
      let request: PeerRequest | undefined = this.#request(name, given, options);
      const settling = peer.send(request);
      if (era === 'legacy') request = undefined;
      let answer = answerOf(await settling);
      if (request !== undefined && incompleteness(answer.result) !== undefined) {
        const totalMs = options.maxTotalTimeoutMs ?? timeouts.totalMs;
        answer = await this.#inputs.complete(answer, request, peer, { startedAt, totalMs });
      }
      return readCall(answer, name, { era, maxResultBytes: limits.maxResultBytes });
    } catch (error) {
      throw withServerName(error, protocol.serverName);
    }
  }

  /** The connection is over. */
  close(reason: Failure): void {
    this.#inputs.close(reason);
  }

  #request(name: string, args: Readonly<Record<string, unknown>>, options: CallOptions): PeerRequest {
    const { timeouts, concurrency } = this.#options.protocol;
    const resets = options.resetTimeoutOnProgress === true;
    return {
      method: 'tools/call',
      params: { name, arguments: args },
      signal: options.signal,
      timeoutMs: options.timeoutMs ?? timeouts.requestMs,
      maxTotalTimeoutMs: options.maxTotalTimeoutMs ?? (resets ? timeouts.totalMs : undefined),
      resetTimeoutOnProgress: resets,
      onProgress: options.onProgress,
      lane: laneOf(name, concurrency),
    };
  }
}

import { withServerName, type Failure } from '../errors.ts';
import { headerMismatchCode } from '../protocol/handshake-errors.ts';
import type { Era } from '../protocol/revisions.ts';
import { readCall, type ResultTerms, type ToolResult } from '../protocol/tool-result.ts';
import { answerOf } from '../rpc/answer-of.ts';
import type { Peer } from '../rpc/peer.ts';
import type { PeerRequest } from '../rpc/peer-options.ts';
import type { Settlement } from '../rpc/pending-request.ts';
import { checkCall, copyArguments } from './call-arguments.ts';
import type { ResolvedProtocolOptions } from './client-options.ts';
import { laneOf } from './concurrency.ts';
import type { InputRounds } from './input-rounds.ts';
import { checkCallOptions, termsOf, type CallOptions } from './request-options.ts';
import type { ToolCatalogue } from './tool-catalogue.ts';

export interface ToolCallsOptions {
  readonly protocol: ResolvedProtocolOptions;
  readonly inputs: InputRounds;
  readonly tools: ToolCatalogue;
  /** The connection, if `tools/call` may be sent on it now; throws otherwise. */
  readonly readyFor: (signal: AbortSignal | undefined) => Peer;
  readonly era: () => Era;
  /** Arguments go into headers, too, as the list of tools says. */
  readonly mirrorsArguments: () => boolean;
}

/** The calls of one client: from the arguments of the caller to the result that was read. */
export class ToolCalls {
  readonly #options: ToolCallsOptions;
  readonly #legacyTerms: ResultTerms;

  constructor(options: ToolCallsOptions) {
    this.#options = options;
    this.#legacyTerms = { era: 'legacy', maxResultBytes: options.protocol.limits.maxResultBytes };
  }

  /**
   * See `McpClient.callTool`. One settlement and one promise from it, and nothing of the request is kept while it waits: this
   * is what an agent does all day. (An error that is made in `then` has the callers who wait in its stack.)
   */
  call(name: string, args: Readonly<Record<string, unknown>>, options: CallOptions): Promise<ToolResult> {
    try {
      checkCallOptions(options);
      checkCall(name, args);
      const { protocol, tools, inputs, era, mirrorsArguments } = this.#options;
      const isKnown = protocol.allowUnlistedTools || tools.has(name);
      const isSentOnce = (!inputs.mayAnswer || era() === 'legacy') && !mirrorsArguments();
      return isKnown && isSentOnce ? this.#send(name, args, options) : this.#prepare(name, args, options, isKnown);
    } catch (error) {
      return Promise.reject(this.#named(error));
    }
  }

  /**
   * What is sent is what was given, also when the list must be read first, or the server asks before it goes on, or wants
   * other headers, and somebody changes the object meanwhile.
   */
  async #prepare(
    name: string,
    args: Readonly<Record<string, unknown>>,
    options: CallOptions,
    isKnown: boolean,
  ): Promise<ToolResult> {
    const { protocol, tools, readyFor } = this.#options;
    try {
      const given = copyArguments(args, protocol.limits);
      if (!isKnown) {
        readyFor(options.signal);
        await tools.require(name, options);
      }
      return await this.#send(name, given, options);
    } catch (error) {
      throw this.#named(error);
    }
  }

  #send(name: string, args: Readonly<Record<string, unknown>>, options: CallOptions): Promise<ToolResult> {
    const peer = this.#options.readyFor(options.signal);
    if (this.#options.era() === 'modern') return this.#inRounds(peer, this.#request(name, args, options), name);
    return peer.send(this.#request(name, args, options)).then(this.#read);
  }

  /** One for all calls of the client: a function for each would be kept for as long as its call waits. */
  readonly #read = (settlement: Settlement): ToolResult => {
    try {
      const answer = answerOf(settlement);
      return readCall(answer, answer.about ?? '', this.#legacyTerms);
    } catch (error) {
      throw this.#named(error);
    }
  };

  async #inRounds(peer: Peer, request: PeerRequest, name: string): Promise<ToolResult> {
    const { inputs, protocol } = this.#options;
    try {
      const answer = await inputs.send(request, peer, (failure, leftMs) => this.#mended(failure, request, leftMs));
      return readCall(answer, name, { era: 'modern', maxResultBytes: protocol.limits.maxResultBytes });
    } catch (error) {
      throw this.#named(error);
    }
  }

  /**
   * The server knows the tool in another form than we do, and has not run it: our list is read anew. With another status, or
   * as an event of a stream, the same code says nothing of that: the call may have run. Source: 2026-07-28,
   * basic/transports/streamable-http.
   */
  async #mended(
    { remoteCode, httpStatus }: Failure,
    { about = '', signal, timeoutMs }: PeerRequest,
    leftMs: number,
  ): Promise<boolean> {
    const { protocol, tools, mirrorsArguments } = this.#options;
    if (remoteCode !== headerMismatchCode || httpStatus !== 400 || !mirrorsArguments()) return false;
    return tools.renew({ signal, timeoutMs, maxTotalTimeoutMs: Math.min(timeoutMs, leftMs) }).then(
      () => protocol.allowUnlistedTools || tools.has(about),
      () => signal?.aborted === true, // what the caller is told then is that
    );
  }

  #named(error: unknown): unknown {
    return withServerName(error, this.#options.protocol.serverName);
  }

  #request(name: string, args: Readonly<Record<string, unknown>>, options: CallOptions): PeerRequest {
    const { timeouts, concurrency } = this.#options.protocol;
    return {
      ...termsOf(options, timeouts),
      method: 'tools/call',
      about: name,
      params: { name, arguments: args },
      lane: laneOf(name, concurrency),
    };
  }
}

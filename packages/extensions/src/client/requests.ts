import { errorFrom, withServerName } from '../errors.ts';
import { missingCapability } from '../protocol/capabilities.ts';
import { requireComplete } from '../protocol/result-type.ts';
import { requireSize } from '../protocol/tool-result.ts';
import type { Peer } from '../rpc/peer.ts';
import type { Answer } from '../rpc/pending-request.ts';
import { isJsonObject, type JsonObject } from '../wire/message.ts';
import { copyArguments } from './call-arguments.ts';
import type { ClientLife } from './client-life.ts';
import type { ResolvedProtocolOptions } from './client-options.ts';
import type { Conversation } from './conversation.ts';
import type { InputRounds } from './input-rounds.ts';
import { checkCallOptions, checkRequestOptions, invalidParams, requireWanted, termsOf } from './request-options.ts';
import type { CallOptions, RequestOptions } from './request-options.ts';

export interface RequestsOptions {
  readonly life: ClientLife;
  readonly protocol: ResolvedProtocolOptions;
  readonly inputs: InputRounds;
  /** The connection of now; undefined before the first. */
  readonly peer: () => Peer | undefined;
  /** What was agreed on; undefined before the handshake. */
  readonly conversation: () => Conversation | undefined;
}

/** What the client speaks itself, and how it is asked to. */
const ownMethods: Readonly<Record<string, string>> = {
  initialize: 'initialize()',
  'server/discover': 'ping()',
  ping: 'ping()',
  'tools/list': 'listTools()',
  'tools/call': 'callTool()',
  'subscriptions/listen': 'onNotification()',
};

/** It goes into a header, and is written as ASCII. */
const methodText = /^[\x21-\x7e]{1,256}$/;

/** The door of every request but the handshake, and those requests that need nothing more than to be sent. */
export class Requests {
  readonly #options: RequestsOptions;

  constructor(options: RequestsOptions) {
    this.#options = options;
  }

  /**
   * The connection, if this request may be sent on it now.
   *
   * @throws McpClientError `MCP_ABORTED`, `MCP_NOT_INITIALIZED`, `MCP_CAPABILITY_MISSING`, or why the connection is over
   */
  readyFor(method: string, signal: AbortSignal | undefined): Peer {
    const { life } = this.#options;
    const peer = this.#options.peer();
    requireWanted(method, signal, peer?.counters);
    const missing = this.#options.conversation()?.missingFor(method);
    if (life.name === 'ready' && peer && missing === undefined) return peer;
    life.requireOpen(method);
    const terms = { method, outcome: 'not-sent' } as const;
    if (missing !== undefined) throw errorFrom({ ...missingCapability(missing, method), ...terms });
    throw errorFrom({ code: 'MCP_NOT_INITIALIZED', message: 'call initialize() and wait for it first', ...terms });
  }

  /** See `McpClient.ping`. */
  async ping(options: RequestOptions): Promise<void> {
    const { protocol } = this.#options;
    try {
      const { signal, timeoutMs = protocol.timeouts.pingMs } = options;
      checkRequestOptions(options, 'ping');
      const peer = this.readyFor('ping', signal);
      const method = this.#isModern ? 'server/discover' : 'ping';
      await peer.request({ method, params: {}, signal, timeoutMs, urgent: true });
    } catch (error) {
      throw withServerName(error, protocol.serverName);
    }
  }

  /** One page of the list of tools. */
  async page(params: object, signal: AbortSignal | undefined, timeoutMs: number): Promise<Answer> {
    const method = 'tools/list';
    const answer = await this.readyFor(method, signal).request({ method, params, signal, timeoutMs });
    return this.#isModern ? requireComplete(answer, method) : answer;
  }

  /** See `McpClient.request`. */
  async send(method: string, params: JsonObject, options: CallOptions): Promise<JsonObject> {
    const { protocol, inputs } = this.#options;
    const { limits, timeouts, serverName } = protocol;
    try {
      checkMethod(method);
      checkCallOptions(options, method);
      const given = checkedParams(params, method, limits);
      const peer = this.readyFor(method, options.signal);
      const request = { ...termsOf(options, timeouts), method, params: given };
      const answer = await (this.#isModern ? inputs.send(request, peer) : peer.request(request));
      requireSize(answer, method, method, limits.maxResultBytes);
      return answer.result;
    } catch (error) {
      throw withServerName(error, serverName);
    }
  }

  get #isModern(): boolean {
    return this.#options.conversation()?.era === 'modern';
  }
}

function checkMethod(method: unknown): void {
  if (typeof method !== 'string' || !methodText.test(method)) {
    throw invalidParams('the method should be 1 to 256 visible characters of ASCII', 'request');
  }
  if (method.startsWith('notifications/')) throw invalidParams(`${method} is a notification, and no request`, method);
  const own = Object.hasOwn(ownMethods, method) ? ownMethods[method] : undefined;
  if (own !== undefined) throw invalidParams(`the client sends ${method} itself: use ${own}`, method);
}

/** The parameters as they are now: they may be sent more than once. */
function checkedParams(params: unknown, method: string, limits: ResolvedProtocolOptions['limits']): JsonObject {
  if (!isJsonObject(params)) throw invalidParams('the parameters of a request are an object', method);
  const given = copyArguments(params, limits, { name: 'params', method });
  if (Object.hasOwn(given, '_meta')) throw invalidParams('params._meta is written by the client itself', method);
  return given;
}

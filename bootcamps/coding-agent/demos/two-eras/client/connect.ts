/** Finds out which era a server is of. Only this third layer knows of eras; lines and messages are the same in both. */
import {
  AnswerError,
  ClosedError,
  isObject,
  RpcError,
  TimeoutError,
  type MessageLayer,
} from '../../calculator/client/message.ts';
import { initialize, legacyRevisions, RevisionError, type MethodLayer } from '../../calculator/client/method.ts';
import { discover, NotDiscoveredError } from './modern.ts';

export const eras = ['legacy', 'modern', 'auto'] as const;
export type Era = (typeof eras)[number];

export interface Connection {
  readonly era: Exclude<Era, 'auto'>;
  readonly messages: MessageLayer;
  readonly methods: MethodLayer;
}

export interface ConnectOptions {
  readonly era: Era;
  /** Starts the server. `auto` may need it twice: some servers do not survive the question. */
  readonly start: () => MessageLayer;
  /** `auto`: how long the question may stay without an answer. Default 15,000: a server may be slow to start, and a
   * modern one that is taken for a legacy one is not noticed. */
  readonly probeMs?: number;
}

/** The code of "unsupported protocol version", which the modern era alone has. */
const UNSUPPORTED_VERSION = -32_022;
/** Codes that no legacy server gives: who says one of these is modern. */
const modernCodes: readonly number[] = [-32_020, -32_021, UNSUPPORTED_VERSION];

/**
 * Begins a connection. `legacy` and `modern` speak their own era or fail; `auto` asks `server/discover` first, and goes by
 * what comes back.
 */
export async function connect({ era, start, probeMs = 15_000 }: ConnectOptions): Promise<Connection> {
  const messages = start();
  if (era === 'legacy') return { era, messages, methods: await initialize(messages) };
  try {
    return { era: 'modern', messages, methods: await discover(messages, era === 'auto' ? probeMs : undefined) };
  } catch (error) {
    const next = era === 'auto' ? verdict(error) : 'fail';
    if (next === 'fail') throw withRevisions(error);
    if (next === 'initialize') return { era: 'legacy', messages, methods: await initialize(messages) };
    await messages.close();
    const again = start();
    return { era: 'legacy', messages: again, methods: await initialize(again) };
  }
}

/**
 * What a failed question says about the server.
 *
 * | what came                                       | what follows                                        |
 * | ----------------------------------------------- | --------------------------------------------------- |
 * | a modern error, or versions, none of them known | the server is modern, and we have nothing in common |
 * | versions, some of them legacy ones              | `initialize`, in a fresh process                    |
 * | the process ended                               | `initialize`, in a fresh process                    |
 * | any other error, any other answer, silence      | `initialize`, here                                  |
 */
function verdict(error: unknown): 'fail' | 'initialize' | 'initialize in a fresh process' {
  const known = withRevisions(error);
  if (known instanceof RevisionError) {
    const isLegacyToo = known.offered.some((revision) => legacyRevisions.includes(revision));
    return isLegacyToo ? 'initialize in a fresh process' : 'fail';
  }
  if (error instanceof ClosedError) return error.ending?.kind === 'exited' ? 'initialize in a fresh process' : 'fail';
  if (error instanceof RpcError) return modernCodes.includes(error.code) ? 'fail' : 'initialize';
  const isLegacy = [TimeoutError, AnswerError, NotDiscoveredError].some((kind) => error instanceof kind);
  return isLegacy ? 'initialize' : 'fail';
}

/** An error that names the versions of the server is one about versions. */
function withRevisions(error: unknown): unknown {
  if (!(error instanceof RpcError) || error.code !== UNSUPPORTED_VERSION || !isObject(error.data)) return error;
  const { supported } = error.data;
  return Array.isArray(supported) ? new RevisionError(supported.map(String)) : error;
}

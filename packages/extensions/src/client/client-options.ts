import { isTimerMs, maxTimerMs } from '../base/deadline.ts';
import { packageInfo } from '../base/package-info.ts';
import { McpClientError, type Failure } from '../errors.ts';
import { capabilityLimits } from '../protocol/capabilities.ts';
import { unkeptCapability } from '../protocol/client-capabilities.ts';
import type { ClientInfo } from '../protocol/handshake.ts';
import type { ListLimits } from '../protocol/paginate.ts';
import type { Era } from '../protocol/revisions.ts';
import type { Diagnostic } from '../rpc/diagnostic.ts';
import type { InboundHandler } from '../rpc/inbound-handlers.ts';
import type { PeerLimits } from '../rpc/peer-options.ts';
import { encodeJson } from '../wire/json-value.ts';
import { isJsonObject, type JsonObject } from '../wire/message.ts';
import type { Concurrency } from './concurrency.ts';
import type { ClientListener } from './client-event.ts';
import type { NotificationHandler } from './notifications.ts';
import type { ContextSource } from './trace-context.ts';
import { invalid, isCount, requireNone, resolveNumbers } from './option-checks.ts';

/** Times in milliseconds; whole numbers from 1 to 2^31 - 1. */
export interface ClientTimeouts {
  /** From `initialize()` to the end of the handshake. Default 30,000. */
  readonly handshakeMs: number;
  /**
   * `era: 'auto'`: how long a server may be silent after `server/discover`, from its start, before it is asked by
   * `initialize` too. Half of `handshakeMs` at most. Default 5,000.
   */
  readonly probeMs: number;
  /** A request without an answer; that of a call stands still while the host answers the server. Default 60,000. */
  readonly requestMs: number;
  /** A ping without an answer. Default 5,000. */
  readonly pingMs: number;
  /** A call whose progress gives it time anew, in all; all pages of a list; a standstill. Default 600,000. */
  readonly totalMs: number;
}

/** Bounds of memory and of work. Bytes and counts; whole numbers from 1. */
export interface ClientLimits extends ListLimits {
  /** A line of the server. Default 32 MiB; over it the connection is ended. */
  readonly maxLineBytes: number;
  /** Objects, arrays and members in one message: each takes many times its bytes. Default 1,000,000. */
  readonly maxMessageValues: number;
  /** The result of one tool call, or of another request. Default 32 MiB; over it the call fails, the connection goes on. */
  readonly maxResultBytes: number;
  /** What is kept of stderr. Default 16 KiB. */
  readonly maxStderrBytes: number;
  /** Requests that may wait at once. Default 16,384. */
  readonly maxPending: number;
  /** One message to the server. Default 16 MiB: while it is made it takes twice that. */
  readonly maxSentBytes: number;
  /** Levels of arrays and objects in each other in arguments. Default 128. */
  readonly maxDepth: number;
  /** Messages that may wait to be written. Default 32,768. */
  readonly maxQueuedMessages: number;
  /** Bytes that may wait to be written. Default 64 MiB. */
  readonly maxQueuedBytes: number;
  /** Requests of the server that may be under way at once. Default 32. */
  readonly maxInbound: number;
  /** Their bytes. Default 4 MiB. */
  readonly maxInboundBytes: number;
  /** Lines that are no protocol, in a minute. Default 10,000. */
  readonly maxNoiseLines: number;
  /** Their bytes. Default 16 MiB. */
  readonly maxNoiseBytes: number;
  /** Notifications and requests of the server, and answers that nobody waits for, in a second. Default 20,000. */
  readonly maxNotificationsPerSecond: number;
  /** Their bytes. Default 64 MiB. */
  readonly maxNotificationBytesPerSecond: number;
  /** How often in a row a tool may ask for input before its call fails (modern era). Default 10. */
  readonly maxInputRounds: number;
}

/** What a client is, apart from how its server is reached. */
export interface ProtocolOptions {
  /** The name that the host gives the server; stands in errors. */
  readonly serverName?: string | undefined;
  /**
   * How the conversation begins. `auto` (default) asks by `server/discover` and falls back on `initialize`; `legacy` and
   * `modern` know: give the `era` of an earlier handshake with the same server.
   */
  readonly era?: Era | 'auto' | undefined;
  /** Default: this package's name and version. */
  readonly clientInfo?: ClientInfo | undefined;
  readonly timeouts?: Partial<ClientTimeouts> | undefined;
  readonly limits?: Partial<ClientLimits> | undefined;
  readonly concurrency?: Concurrency | undefined;
  /**
   * What becomes of a line on stdout that is no protocol. `tolerant` (default): counted, sampled as a diagnostic, up to a
   * limit. `strict`: the connection is ended. Neither delivers a wrong answer.
   */
  readonly stdout?: 'strict' | 'tolerant' | undefined;
  /**
   * Answers to what the server asks (`roots/list`, `sampling/createMessage`, `elicitation/create`), each with the
   * capability that is declared for it. In the legacy era these are requests of the server; without a handler it is told
   * that the method does not exist. In the modern era they are what a tool needs to go on; without one its call fails.
   */
  readonly handlers?: Readonly<Record<string, InboundHandler>> | undefined;
  /** The capabilities to declare. Default: none. `roots.listChanged` and tasks are refused: nothing here would keep them. */
  readonly capabilities?: JsonObject | undefined;
  /** Every notification that the server may send and that is not for a request. May throw; nothing breaks by it. */
  readonly onNotification?: NotificationHandler | undefined;
  /** See `McpClient.onMissedChanges`. */
  readonly onMissedChanges?: (() => unknown) | undefined;
  /** The connection is over, for whatever reason: told once, before the server is gone. May throw; nothing breaks by it. */
  readonly onEnd?: ((reason: Failure) => void) | undefined;
  /** What is worth knowing and fails no call. */
  readonly onDiagnostic?: ((diagnostic: Diagnostic) => void) | undefined;
  /** Everything that happens, as it happens, for whoever measures or traces. May throw; nothing breaks by it. */
  readonly onEvent?: ClientListener | undefined;
  /**
   * The trace context (W3C) that goes with a request to a server of the modern era, in its `_meta`; asked before `onEvent`
   * tells of the request, with its id. One that is malformed is left out. Spec: 2026-07-28, `_meta`.
   */
  readonly traceContext?: ContextSource | undefined;
  /** Lets `callTool` name a tool that the server does not list: for inspectors, never for a model. */
  readonly allowUnlistedTools?: boolean | undefined;
}

type Filled<T> = { readonly [K in keyof T]-?: Exclude<T[K], undefined> };

/** What has no default. */
type Unset = 'serverName' | 'onNotification' | 'onMissedChanges' | 'onEvent' | 'traceContext';

/** The options with every default filled in. */
export interface ResolvedProtocolOptions
  extends
    Filled<Omit<ProtocolOptions, 'timeouts' | 'limits' | Unset>>,
    Required<Pick<{ readonly [K in Unset]: ProtocolOptions[K] | undefined }, Unset>> {
  readonly timeouts: ClientTimeouts;
  readonly limits: ClientLimits;
}

const mebibyte = 1024 * 1024;

const defaultTimeouts: ClientTimeouts = {
  handshakeMs: 30_000,
  probeMs: 5_000,
  requestMs: 60_000,
  pingMs: 5_000,
  totalMs: 600_000,
};

const defaultLimits: ClientLimits = {
  maxLineBytes: 32 * mebibyte,
  maxMessageValues: 1_000_000,
  maxResultBytes: 32 * mebibyte,
  maxStderrBytes: 16 * 1024,
  maxPending: 16_384,
  maxSentBytes: 16 * mebibyte,
  maxDepth: 128,
  maxQueuedMessages: 32_768,
  maxQueuedBytes: 64 * mebibyte,
  maxInbound: 32,
  maxInboundBytes: 4 * mebibyte,
  maxNoiseLines: 10_000,
  maxNoiseBytes: 16 * mebibyte,
  maxNotificationsPerSecond: 20_000,
  maxNotificationBytesPerSecond: 64 * mebibyte,
  maxInputRounds: 10,
  maxPages: 1_000,
  maxEntries: 10_000,
  maxListBytes: 32 * mebibyte,
};

/**
 * Fills in the defaults and checks everything.
 *
 * @throws McpClientError `MCP_INVALID_CONFIG`, naming the option and what it should be.
 */
export function resolveProtocolOptions(options: ProtocolOptions): ResolvedProtocolOptions {
  if (typeof options !== 'object' || options === null) throw invalid('the options', 'should be an object');
  const { clientInfo, era = 'auto', stdout = 'tolerant', handlers = {}, capabilities = {}, concurrency = {} } = options;
  if (!['auto', 'legacy', 'modern'].includes(era)) throw invalid('era', 'should be "auto", "legacy" or "modern"');
  if (stdout !== 'strict' && stdout !== 'tolerant') throw invalid('stdout', 'should be "strict" or "tolerant"');
  const { allowUnlistedTools = false, serverName } = options;
  if (typeof allowUnlistedTools !== 'boolean') throw invalid('allowUnlistedTools', 'should be true or false');
  for (const name of [
    'onNotification',
    'onMissedChanges',
    'onDiagnostic',
    'onEnd',
    'onEvent',
    'traceContext',
  ] as const) {
    if (options[name] !== undefined && typeof options[name] !== 'function') throw invalid(name, 'should be a function');
  }
  if (serverName !== undefined && typeof serverName !== 'string') throw invalid('serverName', 'should be a string');
  const milliseconds = `whole milliseconds from 1 to ${maxTimerMs}`;
  return {
    serverName,
    era,
    clientInfo: resolveClientInfo(clientInfo),
    timeouts: resolveNumbers(defaultTimeouts, options.timeouts, 'timeouts', isTimerMs, milliseconds),
    limits: resolveNumbers(defaultLimits, options.limits, 'limits', isCount, 'a whole number from 1'),
    concurrency: resolveConcurrency(concurrency),
    stdout,
    ...resolveHandlers(handlers, capabilities),
    onNotification: options.onNotification,
    onMissedChanges: options.onMissedChanges,
    onEvent: options.onEvent,
    traceContext: options.traceContext,
    onDiagnostic: options.onDiagnostic ?? (() => {}),
    onEnd: options.onEnd ?? (() => {}),
    allowUnlistedTools,
  };
}

/** The capability without which a request of the server is not served. Source: 2025-11-25, client features. */
const neededByHandler: Readonly<Record<string, string>> = {
  'roots/list': 'roots',
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
};

/** Both are copied: what the caller does to them later changes nothing. */
function resolveHandlers(
  handlers: unknown,
  capabilities: unknown,
): Pick<ResolvedProtocolOptions, 'handlers' | 'capabilities'> {
  if (!isJsonObject(handlers)) throw invalid('handlers', 'should be an object of functions');
  if (!isJsonObject(capabilities)) throw invalid('capabilities', 'should be an object');
  const encoded = encodeJson(capabilities, 'capabilities', capabilityLimits);
  if (typeof encoded === 'object') throw new McpClientError('MCP_INVALID_CONFIG', encoded.problem);
  const unkept = unkeptCapability(capabilities);
  if (unkept !== undefined)
    throw invalid(`capabilities.${unkept}`, 'cannot be declared: this client would not keep it');
  const copies: Record<string, InboundHandler> = {};
  for (const [method, handler] of Object.entries(handlers)) {
    if (typeof handler !== 'function') throw invalid(`handlers["${method}"]`, 'should be a function');
    const needed = Object.hasOwn(neededByHandler, method) ? neededByHandler[method] : undefined;
    if (needed !== undefined && capabilities[needed] === undefined) {
      throw invalid(`handlers["${method}"]`, `needs capabilities.${needed}: without it the server may not ask`);
    }
    copies[method] = handler as InboundHandler;
  }
  return { handlers: copies, capabilities: JSON.parse(encoded) as JsonObject };
}

/** The part of the limits that the peer keeps. */
export function peerLimits(limits: ClientLimits): PeerLimits {
  const { maxNoiseLines, maxNoiseBytes, maxNotificationsPerSecond, maxNotificationBytesPerSecond, ...rest } = limits;
  return {
    ...rest,
    noise: { maxCount: maxNoiseLines, maxBytes: maxNoiseBytes, windowMs: 60_000 },
    notifications: { maxCount: maxNotificationsPerSecond, maxBytes: maxNotificationBytesPerSecond, windowMs: 1_000 },
  };
}

function resolveClientInfo(info: ClientInfo | undefined): ClientInfo {
  if (info === undefined) return packageInfo;
  const { name, version } = info;
  if (typeof name !== 'string' || name === '' || typeof version !== 'string') {
    throw invalid('clientInfo', 'should have a name and a version, both strings');
  }
  return { name, version };
}

function resolveConcurrency(concurrency: unknown): Concurrency {
  if (!isJsonObject(concurrency)) throw invalid('concurrency', 'should be an object');
  const { perTool, tools = {}, ...unknown } = concurrency;
  requireNone(unknown, 'perTool, tools', 'concurrency.');
  if (!isJsonObject(tools)) throw invalid('concurrency.tools', 'should be an object');
  if (perTool !== undefined && !isCount(perTool))
    throw invalid('concurrency.perTool', 'should be a whole number from 1');
  for (const [tool, limit] of Object.entries(tools)) {
    if (!isCount(limit)) throw invalid(`concurrency of ${tool}`, 'should be a whole number from 1');
  }
  const copy = { ...tools } as Readonly<Record<string, number>>;
  return perTool === undefined ? { tools: copy } : { perTool: Number(perTool), tools: copy };
}

/**
 * A name that does not exist is mostly one that was mistyped, and then it does nothing.
 *
 * @throws McpClientError `MCP_INVALID_CONFIG`
 */
export function requireKnown(options: object, resolved: readonly object[]): void {
  const known = resolved.flatMap(Object.keys).filter((name) => !Object.hasOwn(defaultLimits, name));
  const unknown = Object.fromEntries(Object.entries(options).filter(([name]) => !known.includes(name)));
  requireNone(unknown, known.toSorted().join(', '));
}

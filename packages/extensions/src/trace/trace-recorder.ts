import { defined } from '../base/defined.ts';
import type { EventOrigin, McpClientEvent } from '../client/client-event.ts';
import type { ManagerEvent, McpEvent, McpListener } from '../manager/manager-event.ts';
import type { ProcessEvent } from '../rpc/process-event.ts';
import { printable } from '../wire/printable.ts';
import { roundedMs } from './rounded-ms.ts';
import type { RequestState, TraceRecord } from './trace-record.ts';

/** Moments of progress that are kept of one request; all are counted. */
const maxProgressMoments = 32;

/** Pieces of stderr within so many milliseconds are one record. */
const stderrMs = 100;

/** Characters of a message that a server had a hand in. */
const maxMessage = 500;

/** A request that has not ended. */
interface OpenRequest {
  readonly at: number;
  readonly event: Extract<McpClientEvent, { type: 'request' }>;
  sentAt?: number;
  progress?: { count: number; readonly at: number[] };
  /** It is written down already that it waits. */
  isSaid: boolean;
}

/** What of one client waits to be written. */
interface Instance {
  /** What is written of it: where a server is reached is not. */
  readonly origin: Omit<EventOrigin, 'http'>;
  readonly isHttp: boolean;
  readonly open: Map<number, OpenRequest>;
  stderr: { readonly at: number; bytes: number; chunks: number; truncated?: true } | undefined;
}

export interface TraceRecorderOptions {
  /** Milliseconds since the trace began. */
  readonly now: () => number;
  /** Takes a record, not redacted yet. Does not throw. */
  readonly write: (record: TraceRecord) => void;
}

/** What is kept for a while before it is one. */
type Kept = 'request' | 'request-sent' | 'progress' | 'stderr' | 'stderr-truncated';

/** The other ones. */
type Written = Exclude<McpClientEvent, { readonly type: Kept }>;

type RequestRecord = Extract<TraceRecord, { type: 'request' }>;

/**
 * Makes records of what it hears of clients and managers. What it keeps is bounded by what the clients keep: a request until
 * it has ended, a client until nothing of its server is left.
 */
export class TraceRecorder {
  readonly #options: TraceRecorderOptions;
  readonly #instances = new Map<string, Instance>();

  constructor(options: TraceRecorderOptions) {
    this.#options = options;
  }

  /** For `onEvent` of a client, of a manager, and of a manager's `client`. */
  readonly listener: McpListener = (event, origin) => {
    const at = this.#now();
    if (origin === undefined) this.#told(event as ManagerEvent, at);
    else this.#happened(event as McpClientEvent, this.#instanceOf(origin), at);
  };

  /** Writes down which requests wait since `ms` and longer, each once, so that a host that is killed leaves that too. */
  writePending(ms: number): void {
    const now = this.#now();
    for (const { origin, open } of this.#instances.values()) {
      for (const request of open.values()) {
        if (request.isSaid || now - request.at < ms) continue;
        request.isSaid = true;
        this.#options.write(requestRecord(origin, request, 'pending'));
      }
    }
  }

  /** Writes what is held back, before the trace is closed. */
  flush(): void {
    this.writePending(0);
    for (const instance of this.#instances.values()) this.#writeStderr(instance);
  }

  #now(): number {
    return roundedMs(this.#options.now());
  }

  #instanceOf(origin: EventOrigin): Instance {
    const known = this.#instances.get(origin.instanceId);
    if (known !== undefined) return known;
    const { serverName, instanceId, http } = origin;
    const written = { ...defined({ serverName }), instanceId };
    const made: Instance = { origin: written, isHttp: http !== undefined, open: new Map(), stderr: undefined };
    this.#instances.set(origin.instanceId, made);
    return made;
  }

  #happened(event: McpClientEvent, instance: Instance, at: number): void {
    const { open } = instance;
    if (event.type === 'request') open.set(event.id, { at, event, isSaid: false });
    else if (event.type === 'request-sent') sent(open.get(event.id), at);
    else if (event.type === 'progress') progressed(open.get(event.id), at);
    else if (event.type === 'stderr') this.#stderr(instance, event.bytes, at);
    else if (event.type === 'stderr-truncated') this.#stderr(instance, 0, at).truncated = true;
    else {
      this.#writeStderr(instance);
      this.#write(event, instance, at);
    }
  }

  /** What is a record at once. */
  #write(event: Written, { origin, isHttp, open }: Instance, at: number): void {
    const { write } = this.#options;
    switch (event.type) {
      case 'request-settled': {
        const request = open.get(event.id);
        open.delete(event.id);
        if (request !== undefined) write(ended(requestRecord(origin, request, event.end), event));
        return;
      }
      case 'request-refused': {
        const { type: _, ...rest } = event;
        write({ type: 'request', at, ...origin, ...rest, state: 'not-sent' });
        return;
      }
      case 'handshake':
        write({
          ...event,
          type: 'connection',
          at,
          ...origin,
          transport: isHttp ? 'http' : 'stdio',
          capabilities: [...event.capabilities],
        });
        return;
      case 'notification-sent':
      case 'notification-received': {
        const direction = event.type === 'notification-sent' ? 'to-server' : 'from-server';
        write({ type: 'notification', at, ...origin, direction, method: event.method, bytes: event.bytes });
        return;
      }
      case 'diagnostic':
        write({ type: 'diagnostic', at, ...origin, kind: event.kind, message: printable(event.message, maxMessage) });
        return;
      case 'gone':
        this.#instances.delete(origin.instanceId);
        write({ at, ...origin, ...event });
        return;
      case 'state':
      case 'stray-answer':
      case 'server-request':
        write({ at, ...origin, ...event });
        return;
      case 'process-started':
      case 'process-step':
      case 'process-exited':
      case 'process-failed':
        write({ at, ...origin, ...processRecord(event) });
        return;
      default:
        event satisfies never;
    }
  }

  #told(event: ManagerEvent, at: number): void {
    const { write } = this.#options;
    switch (event.type) {
      case 'server-state': {
        const { serverName, state, generation, reason } = event;
        const why = reason && { code: reason.code, message: printable(reason.message, maxMessage) };
        write({ type: 'server-state', at, serverName: printable(serverName), state, generation, ...why });
        return;
      }
      case 'server-notice':
      case 'manager-diagnostic': {
        const { serverName } = event;
        const kind = event.type === 'server-notice' ? { kind: 'notice' } : {};
        const whose = serverName === undefined ? {} : { serverName: printable(serverName) };
        write({ type: 'diagnostic', at, ...whose, ...kind, message: printable(event.message, maxMessage) });
        return;
      }
      case 'server-tools':
      case 'server-closed':
        return; // the requests and the end of the client say it
      default:
        event satisfies never;
    }
  }

  #stderr(instance: Instance, bytes: number, at: number): NonNullable<Instance['stderr']> {
    if (instance.stderr !== undefined && at - instance.stderr.at > stderrMs) this.#writeStderr(instance);
    instance.stderr ??= { at, bytes: 0, chunks: 0 };
    instance.stderr.bytes += bytes;
    if (bytes > 0) instance.stderr.chunks += 1;
    return instance.stderr;
  }

  #writeStderr(instance: Instance): void {
    const { origin, stderr } = instance;
    instance.stderr = undefined;
    if (stderr !== undefined) this.#options.write({ type: 'stderr', ...origin, ...stderr });
  }
}

function sent(request: OpenRequest | undefined, at: number): void {
  if (request !== undefined) request.sentAt = at;
}

function progressed(request: OpenRequest | undefined, at: number): void {
  if (request === undefined) return;
  request.progress ??= { count: 0, at: [] };
  request.progress.count += 1;
  if (request.progress.at.length < maxProgressMoments) request.progress.at.push(at);
}

/** Members one by one: spreads take longer than all the rest, and this is done for every call. */
function requestRecord({ serverName, instanceId }: EventOrigin, request: OpenRequest, state: RequestState): Draft {
  const { at, event, sentAt, progress } = request;
  const { id, method, tool, runId, bytes: requestBytes } = event;
  const record: Draft = { type: 'request', at, instanceId, id, method, state, requestBytes };
  if (serverName !== undefined) record.serverName = serverName;
  if (tool !== undefined) record.tool = tool;
  if (runId !== undefined) record.runId = runId;
  if (sentAt !== undefined) record.sentAt = sentAt;
  if (progress !== undefined) record.progress = progress;
  return record;
}

function ended(record: Draft, event: Extract<McpEvent, { type: 'request-settled' }>): Draft {
  const { durationMs, bytes, isError, isUnneeded, code, remoteCode } = event;
  record.durationMs = roundedMs(durationMs);
  if (bytes !== undefined) record.answerBytes = bytes;
  if (isError !== undefined) record.isError = isError;
  if (isUnneeded !== undefined) record.isUnneeded = isUnneeded;
  if (code !== undefined) record.code = code;
  if (remoteCode !== undefined) record.remoteCode = remoteCode;
  return record;
}

/** A record that is being made. */
type Draft = Mutable<RequestRecord>;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Without who it is of, and when it was. */
type ProcessRecord = Omit<Extract<TraceRecord, { type: 'process' }>, 'at' | keyof EventOrigin>;

function processRecord(event: Exclude<ProcessEvent, { type: 'stderr' | 'stderr-truncated' }>): ProcessRecord {
  const type = 'process';
  switch (event.type) {
    case 'process-started':
      return { type, event: 'started', pid: event.pid };
    case 'process-step':
      return { type, event: event.step };
    case 'process-exited':
      return { type, event: 'exited', exitCode: event.exitCode, signal: event.signal };
    case 'process-failed':
      return { type, event: 'failed', errno: event.errno };
    default:
      return event satisfies never;
  }
}

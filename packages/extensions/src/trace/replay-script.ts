import { defined } from '../base/defined.ts';
import type { Failure } from '../errors.ts';
import type { Diagnostic } from '../rpc/diagnostic.ts';
import type { ProcessEvent } from '../rpc/process-event.ts';
import type { TransportEnd } from '../rpc/transport.ts';
import type { LastWords } from '../protocol/handshake.ts';
import { factsOf, type FrameFacts } from './frame-facts.ts';
import { lineOfFrame } from './frame-record.ts';
import { missingConnections } from './missing-connections.ts';
import type { Recording } from './read-recording.ts';
import type { RecordingRecord, RecordOf } from './recording-record.ts';

/** One line that the client sent. */
export interface ClientStep {
  /** From 1, in its connection. */
  readonly number: number;
  readonly facts: FrameFacts;
  readonly at: number;
}

/** One line of the server, and what a fault does to it. */
export interface ServerLine {
  readonly type: 'line';
  /** From 1, in its connection. */
  readonly frame: number;
  readonly line: string;
  readonly invalidUtf8: boolean;
  readonly facts: FrameFacts;
  /** The request that it is about: answers, tells the progress of, cancels. */
  readonly about: ClientStep | undefined;
}

/** What the client is told, or what becomes of its connection. */
type StepContent =
  | ServerLine
  | { readonly type: 'process'; readonly event: ProcessEvent }
  | { readonly type: 'diagnostic'; readonly diagnostic: Diagnostic }
  /** Of the request with this recorded id. */
  | { readonly type: 'unanswered'; readonly id: number; readonly failure: Failure }
  | { readonly type: 'end'; readonly end: TransportEnd }
  /** From here on the recording does not say what happened. */
  | { readonly type: 'unknown'; readonly why: string };

export interface ServerStep {
  readonly content: StepContent;
  /** The last line of the client before it; undefined when it came before all of them. */
  readonly before: ClientStep | undefined;
  /** Milliseconds after that one, or after the connection was opened. */
  readonly offsetMs: number;
}

/** One connection of a recording. */
export interface ReplayScript {
  readonly client: readonly ClientStep[];
  readonly server: readonly ServerStep[];
  /** What happened to the process after the end. */
  readonly farewell: readonly ProcessEvent[];
  readonly killed: boolean;
  readonly lastWords: LastWords;
  /** It was over HTTP. */
  readonly isHttp: boolean;
}

/** A pid that no system gives: a replay has no process, and nobody should signal somebody else's. */
const noPid = 2 ** 31 - 1;

/** The connections of a recording, in order. */
export function scriptsOf({ records }: Recording): ReplayScript[] {
  const builders = new Map<number, ScriptBuilder>();
  let missing: string | undefined;
  for (const record of records) {
    if (record.type === 'gap') {
      missing = `${record.count} records are missing (${record.reason})`;
      for (const builder of builders.values()) builder.breakOff(missing, record.at);
      continue;
    }
    let builder = builders.get(record.connection);
    if (builder === undefined) {
      builder = new ScriptBuilder(record.at);
      builders.set(record.connection, builder);
      // It was opened where the gap is, and who knows what was said.
      if (missing !== undefined && record.type !== 'opened') builder.breakOff(missing, record.at);
    }
    builder.take(record);
  }
  for (const number of missingConnections(records)) {
    const lost = new ScriptBuilder(0);
    lost.breakOff(missing ?? `nothing of connection ${number} is in the recording`, 0);
    builders.set(number, lost);
  }
  return [...builders].toSorted(([a], [b]) => a - b).map(([, builder]) => builder.script());
}

/** Puts one connection together, record by record. */
class ScriptBuilder {
  readonly #client: ClientStep[] = [];
  readonly #server: ServerStep[] = [];
  readonly #farewell: ProcessEvent[] = [];
  /** Requests of the client by their ids and tokens, as JSON. */
  readonly #byId = new Map<string, ClientStep>();
  readonly #byToken = new Map<string, ClientStep>();
  /** Ids of requests that the server made. */
  readonly #asked = new Set<string>();
  readonly #openedAt: number;
  #frames = 0;
  #isHttp = false;
  #isOver = false;
  #isBroken = false;
  #killed = false;
  #lastWords: LastWords = {};

  constructor(openedAt: number) {
    this.#openedAt = openedAt;
  }

  take(record: Exclude<RecordingRecord, RecordOf<'gap'>>): void {
    switch (record.type) {
      case 'opened':
        this.#isHttp = record.isHttp === true;
        break;
      case 'frame':
        this.#frame(record);
        break;
      case 'unanswered':
        this.#unanswered(record);
        break;
      case 'process':
        this.#process(record);
        break;
      case 'diagnostic':
        this.#push({ type: 'diagnostic', diagnostic: { kind: record.kind, message: record.message } }, record.at);
        break;
      case 'end':
        this.#end(record);
        break;
      case 'closing':
        this.#isOver = true;
        break;
      case 'closed':
        this.#killed = record.killed;
        break;
    }
  }

  breakOff(why: string, at: number): void {
    if (!this.#isBroken && !this.#isOver) this.#push({ type: 'unknown', why }, at);
    this.#isBroken = true;
  }

  script(): ReplayScript {
    return {
      client: this.#client,
      server: this.#server,
      farewell: this.#farewell,
      killed: this.#killed,
      lastWords: this.#lastWords,
      isHttp: this.#isHttp,
    };
  }

  #frame(record: RecordOf<'frame'>): void {
    if (this.#isBroken || this.#isOver) return;
    const line = lineOfFrame(record);
    if (line === undefined) {
      this.breakOff(`a line of the ${record.from} with ${record.bytes} bytes was too long to be kept`, record.at);
      return;
    }
    const facts = factsOf(line);
    if (record.from === 'server') {
      this.#frames += 1;
      const { invalidUtf8 = false } = record;
      const about = this.#aboutOf(facts);
      this.#push({ type: 'line', frame: this.#frames, line, invalidUtf8, facts, about }, record.at);
      if (facts.kind === 'request') this.#asked.add(keyOf(facts.id));
      return;
    }
    const step: ClientStep = { number: this.#client.length + 1, facts, at: record.at };
    this.#client.push(step);
    if (facts.kind !== 'request') return;
    this.#byId.set(keyOf(facts.id), step);
    if (facts.progressToken !== undefined) this.#byToken.set(keyOf(facts.progressToken), step);
  }

  #aboutOf(facts: FrameFacts): ClientStep | undefined {
    if (facts.kind === 'answer') return this.#requestOf(facts.id);
    if (facts.kind !== 'notification') return undefined;
    const { requestId, progressToken, subscriptionId } = facts;
    if (progressToken !== undefined) return this.#byToken.get(keyOf(progressToken));
    // A server may cancel a request of its own, too.
    return this.#asked.has(keyOf(requestId)) ? undefined : this.#requestOf(requestId ?? subscriptionId);
  }

  /** Also where the server made a string of the number. */
  #requestOf(id: unknown): ClientStep | undefined {
    return this.#byId.get(typeof id === 'string' && /^\d{1,15}$/.test(id) ? id : keyOf(id));
  }

  #unanswered(record: RecordOf<'unanswered'>): void {
    if (this.#isBroken || this.#isOver) return;
    const { at, id, code, message, outcome, errno, httpStatus, retryAfterMs } = record;
    const failure = { code, message, ...defined({ outcome, errno, httpStatus, retryAfterMs }) };
    this.#push({ type: 'unanswered', id, failure }, at);
  }

  #process({ event, at, exitCode = null, signal = null, errno = 'unknown', bytes = 0 }: RecordOf<'process'>): void {
    const told = eventOf(event, { exitCode, signal, errno, bytes });
    if (this.#isOver) this.#farewell.push(told);
    else if (!this.#isBroken) this.#push({ type: 'process', event: told }, at);
  }

  #end({ at, code, message, stderr, exitCode, signal, errno, httpStatus }: RecordOf<'end'>): void {
    const words = stderr === undefined ? undefined : { stderrTail: stderr.text, stderrTruncated: stderr.truncated };
    this.#lastWords = words ?? {};
    if (this.#isBroken || this.#isOver) return;
    this.#isOver = true;
    const how = {
      ...(exitCode === undefined ? {} : { exitCode }),
      ...(signal === undefined ? {} : { signal }),
      ...defined({ errno, httpStatus }),
    };
    const said = code === 'MCP_PROCESS_EXIT' ? words : undefined;
    if (code !== 'CLIENT_CLOSED') this.#push({ type: 'end', end: { code, message, ...how, ...said } }, at);
  }

  #push(content: StepContent, at: number): void {
    const before = this.#client.at(-1);
    this.#server.push({ content, before, offsetMs: Math.max(0, at - (before?.at ?? this.#openedAt)) });
  }
}

/** As a key: 3 and "3" are two. */
export function keyOf(id: unknown): string {
  return JSON.stringify(id) ?? '';
}

interface ProcessFacts {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly errno: string;
  readonly bytes: number;
}

function eventOf(event: RecordOf<'process'>['event'], { exitCode, signal, errno, bytes }: ProcessFacts): ProcessEvent {
  switch (event) {
    case 'started':
      return { type: 'process-started', pid: noPid };
    case 'stdin-ended':
    case 'terminated':
    case 'killed':
      return { type: 'process-step', step: event };
    case 'exited':
      return { type: 'process-exited', exitCode, signal };
    case 'failed':
      return { type: 'process-failed', errno };
    case 'stderr':
      return { type: 'stderr', bytes };
    case 'stderr-truncated':
      return { type: event };
  }
}

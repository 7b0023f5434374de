import type { TraceRecord, TraceStart } from '@coding-agent/extensions/trace';
import type { Caller } from './callers.ts';
import type { JournalEntry } from './journal.ts';
import type { Step, Story } from './story.ts';
import { wireLines } from './wire-lines.ts';
import { duration, lineRecords, numberOf, processRecords, type Common } from './wire-records.ts';

/** What a record says in words, in the learner's language. */
interface TraceTexts {
  readonly scene: (id: string) => string;
  /** A caller was given the answer to another caller's request. */
  readonly wrongAnswer: (caller: string, owner: string) => string;
  readonly inVain: (caller: string) => string;
  readonly notProtocol: string;
  readonly failed: (why: string) => string;
}

export interface PlayedTrace {
  readonly start: TraceStart;
  readonly records: readonly TraceRecord[];
}

interface TraceOptions {
  readonly entries: readonly JournalEntry[];
  readonly story: Story;
  /** Which client it is: stands for the id of its instance. */
  readonly client: string;
  readonly lessonVersion: string;
  readonly texts: TraceTexts;
}

/**
 * What was played, in the format of the traces of the production client: its requests with what their callers were told, what
 * else was on the pipes, and the life of the server. A request's `runId` is its caller.
 */
export function traceOfPlay({ entries, story, client, lessonVersion, texts }: TraceOptions): PlayedTrace {
  const beginning = entries[0]?.at ?? 0;
  const common: Common = (at) => ({
    at: duration(beginning, at),
    serverName: 'fixture-server',
    instanceId: client,
  });
  const lines = wireLines(entries);
  const ofCallers = new Set(story.callers.map(({ request }) => request?.index));
  const records = [
    ...lines.filter(({ index }) => !ofCallers.has(index)).flatMap((line) => lineRecords(line, lines, common)),
    ...entries.flatMap((entry) => processRecords(entry, common)),
    ...story.callers.map((caller) => callerRecord(caller, story, common)),
    ...story.steps.flatMap((step) => strayRecords(step, common)),
    ...diagnostics(entries, story, texts).map(({ at, ...said }): TraceRecord => ({
      type: 'diagnostic',
      ...common(at),
      ...said,
    })),
    ...lines
      .filter(({ kind }) => kind === 'unreadable')
      .map(({ at }): TraceRecord => ({
        type: 'diagnostic',
        ...common(at),
        kind: 'not-protocol',
        message: texts.notProtocol,
      })),
  ];
  return {
    start: {
      type: 'trace',
      formatVersion: 1,
      traceId: client,
      startedAt: new Date(beginning).toISOString(),
      part: 1,
      producer: { name: 'pnpm lesson trace', version: lessonVersion },
    },
    records: records.toSorted((a, b) => writtenAt(a) - writtenAt(b)),
  };
}

/** A request is written when it has ended. */
function writtenAt(record: TraceRecord): number {
  return record.type === 'request' ? record.at + (record.durationMs ?? 0) : record.at;
}

function callerRecord(caller: Caller, { callers }: Story, common: Common): TraceRecord {
  const { name, askedAt, request, end } = caller;
  const about = {
    type: 'request',
    ...common(askedAt),
    ...(request && numberOf(request)),
    method: request?.method ?? 'tools/call',
    ...(request?.tool !== undefined && { tool: request.tool }),
    runId: name,
    ...(request && { sentAt: common(request.at).at, requestBytes: request.bytes }),
    ...(end && { durationMs: duration(askedAt, end.at) }),
  } as const;
  if (!end) return { ...about, state: request ? 'pending' : 'not-sent' };
  if (end.kind === 'refused')
    return { ...about, state: request ? stateOf(caller, end.code) : 'not-sent', code: end.code };
  const owner = callers.find((other) => other.name === end.owner);
  const given = owner?.answer;
  const mixedUp = owner && owner.name !== name && owner.request ? numberOf(owner.request).id : undefined;
  return {
    ...about,
    state: 'fulfilled',
    ...(given && { answerBytes: given.bytes }),
    ...(mixedUp !== undefined && { answeredWith: mixedUp }),
  };
}

/** The codes are the lab's own; the words in them are the same everywhere. */
function stateOf({ answer }: Caller, code: string): 'refused' | 'timed-out' | 'aborted' | 'failed' {
  if (answer?.errorCode !== undefined) return 'refused';
  if (/TIME_?OUT/i.test(code)) return 'timed-out';
  return /ABORT|CANCEL/i.test(code) ? 'aborted' : 'failed';
}

function strayRecords(step: Step, common: Common): TraceRecord[] {
  if (step.kind !== 'dropped' || typeof step.line.id !== 'number') return [];
  // What came when its caller had been told something stands after that, whoever's clock was read first.
  const at = Math.max(step.line.at, step.caller.end?.at ?? 0);
  return [{ type: 'stray-answer', ...common(at), id: step.line.id, isLate: true }];
}

interface Remark {
  readonly at: number;
  readonly kind: string;
  readonly message: string;
}

function diagnostics(entries: readonly JournalEntry[], { callers }: Story, texts: TraceTexts): Remark[] {
  const last = entries.at(-1)?.at ?? 0;
  const ofEntries = entries.flatMap((entry): Remark[] => {
    const { at } = entry;
    if (entry.event === 'scene') return [{ at, kind: 'scene', message: texts.scene(entry.id) }];
    return entry.event === 'failed' ? [{ at, kind: 'failed', message: texts.failed(entry.message) }] : [];
  });
  const ofCallers = callers.flatMap(({ name, outcome, end }): Remark[] => {
    const at = end?.at ?? last;
    if (outcome === 'in-vain') return [{ at, kind: 'in-vain', message: texts.inVain(name) }];
    if (outcome !== 'other' || end?.kind !== 'given' || end.owner === undefined) return [];
    return [{ at, kind: 'wrong-answer', message: texts.wrongAnswer(name, end.owner) }];
  });
  return [...ofEntries, ...ofCallers];
}

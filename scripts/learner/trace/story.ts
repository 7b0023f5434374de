import { callersOf, type Caller } from './callers.ts';
import type { JournalEntry } from './journal.ts';
import { wireLines, type WireLine } from './wire-lines.ts';

/** One thing that is drawn, in the order in which things happened. */
export type Step =
  | { readonly kind: 'scene'; readonly id: string }
  | { readonly kind: 'request'; readonly caller: Caller; readonly line: WireLine }
  /** A caller is given an answer: `owner`'s. Without `line` what it was given is no answer of the server. */
  | { readonly kind: 'given'; readonly caller: Caller; readonly owner?: Caller; readonly line?: WireLine }
  /** A caller is told that there is no answer. */
  | { readonly kind: 'refused'; readonly caller: Caller; readonly code: string }
  | { readonly kind: 'untold'; readonly caller: Caller }
  /** Nobody was given this answer. `isLate`: its caller had given up before, as it should. */
  | { readonly kind: 'dropped'; readonly caller: Caller; readonly line: WireLine; readonly isLate: boolean };

/** How the play itself came to its end. */
type PlayEnd =
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly name: string; readonly message: string }
  /** The process ended, or was ended, in the middle. */
  | { readonly kind: 'stopped' };

export interface Story {
  readonly callers: readonly Caller[];
  readonly steps: readonly Step[];
  readonly end: PlayEnd;
}

/**
 * Makes a story of what was written down. Its order does not depend on how fast anybody was: an answer stands where the
 * server sent it, also when its caller heard of it after the next one was on the pipe.
 */
export function storyOf(entries: readonly JournalEntry[]): Story {
  const callers = callersOf(entries, wireLines(entries));
  const scenes = entries.flatMap((entry, at) =>
    entry.event === 'scene' ? [{ at, step: { kind: 'scene', id: entry.id } as const }] : [],
  );
  const steps = callers
    .flatMap((caller): { at: number; step: Step }[] => stepsOf(caller, callers))
    .concat(scenes)
    .toSorted((a, b) => a.at - b.at);
  return { callers, steps: steps.map(({ step }) => step), end: endOf(entries) };
}

/** What happens in one scene, without its beginning. */
export function stepsOfScene({ steps }: Story, id: string): Step[] {
  const from = steps.findIndex((step) => step.kind === 'scene' && step.id === id);
  if (from < 0) return [];
  const rest = steps.slice(from + 1);
  const end = rest.findIndex((step) => step.kind === 'scene');
  return rest.slice(0, end < 0 ? undefined : end);
}

function stepsOf(caller: Caller, callers: readonly Caller[]): { at: number; step: Step }[] {
  const { request, answer, end, untoldIndex } = caller;
  const steps: { at: number; step: Step }[] = [];
  if (request) steps.push({ at: request.index, step: { kind: 'request', caller, line: request } });
  if (untoldIndex !== undefined) steps.push({ at: untoldIndex, step: { kind: 'untold', caller } });
  if (end?.kind === 'refused') steps.push({ at: end.index, step: { kind: 'refused', caller, code: end.code } });
  if (end?.kind === 'given') {
    const owner = callers.find(({ name }) => name === end.owner);
    const line = owner?.answer;
    steps.push({
      at: line?.index ?? end.index,
      step: { kind: 'given', caller, ...(owner && { owner }), ...(line && { line }) },
    });
  }
  if (answer && !isTaken(caller, callers)) {
    const isLate = caller.outcome === 'gave-up';
    steps.push({ at: answer.index, step: { kind: 'dropped', caller, line: answer, isLate } });
  }
  return steps;
}

/** Somebody was given the answer to this caller's request, or told that it is an error. */
function isTaken({ name, answer, end }: Caller, callers: readonly Caller[]): boolean {
  if (answer?.errorCode !== undefined && end?.kind === 'refused') return true;
  return callers.some((other) => other.end?.kind === 'given' && other.end.owner === name);
}

function endOf(entries: readonly JournalEntry[]): PlayEnd {
  const failed = entries.find((entry) => entry.event === 'failed');
  if (failed) return { kind: 'failed', name: failed.name, message: failed.message };
  return entries.some(({ event }) => event === 'ended') ? { kind: 'ended' } : { kind: 'stopped' };
}

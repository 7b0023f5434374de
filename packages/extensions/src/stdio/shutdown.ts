import { settlesWithin } from '../base/deadline.ts';
import type { Clock } from '../base/clock.ts';
import type { Survivor } from '../rpc/transport.ts';
import type { ShutdownStep } from './child-state.ts';
import type { ProcessEntry } from './process-system.ts';

/** How long each step of the shutdown may take, in milliseconds. Closing takes their sum and 200 ms at most. */
export interface Graces {
  /** From the end of stdin to SIGTERM. Default 1000. */
  readonly stdinMs: number;
  /** From SIGTERM to SIGKILL. Default 1000. */
  readonly terminateMs: number;
  /** From SIGKILL to the report of what is still there. Default 300. */
  readonly killMs: number;
}

export const defaultGraces: Graces = { stdinMs: 1000, terminateMs: 1000, killMs: 300 };

/**
 * What helpers of a server that has left get to leave by themselves before SIGTERM, in milliseconds: most end with the
 * pipe or the parent that they hang on to.
 */
const helperGraceMs = 100;

/** What helpers get between SIGTERM and SIGKILL when the server itself is gone. */
const helperTerminateMs = 500;

/** How long after SIGKILL what is still there is looked for, and killed, again. */
const killAgainMs = 50;

/** The same when the last look found something new outside of the group: it is about to be gone on again. */
const chaseMs = 1;

/** So many looks in a row that find nothing are believed, when each of them may have missed something. */
const enoughLooks = 3;

/** The processes to be ended, as the ladder sees them. See `ProcessTree`. */
export interface ShutdownTree {
  /** False when the last look may have missed something. */
  readonly sawAll: boolean;
  /** True when it met something new that it could not ask what it is. */
  readonly sawStranger: boolean;
  look(): Promise<readonly ProcessEntry[] | undefined>;
  living(): Promise<readonly ProcessEntry[] | undefined>;
  signal(found: readonly ProcessEntry[] | undefined, signal: 'SIGTERM' | 'SIGKILL'): void;
  describe(entries: readonly ProcessEntry[]): Promise<readonly Survivor[]>;
}

export interface ShutdownOptions {
  readonly tree: ShutdownTree;
  /** The child itself, whose end is told by `exit` and `isRunning`, not by a look. */
  readonly rootPid: number;
  /** Settles when the exit of the child itself was told. */
  readonly exit: Promise<unknown>;
  readonly isRunning: () => boolean;
  /** Ends stdin; false when the server cannot hear that any more. */
  readonly endStdin: () => boolean;
  readonly onStep: (step: ShutdownStep) => void;
  readonly graces: Graces;
  readonly clock: Clock;
  readonly pollMs: number;
}

/**
 * Asks, then insists, then kills (C-31): the end of stdin, SIGTERM, SIGKILL, each for the server and everything behind it,
 * with a look at the processes before each. Resolves when all of them are gone, or with what is left when the last grace
 * is over. Never rejects; safe to run when the server has exited already: then its helpers are what is ended.
 */
export async function shutDown(options: ShutdownOptions): Promise<readonly Survivor[]> {
  const { tree, graces, clock, isRunning } = options;
  const ladder: Ladder = { ...options, lastSeen: [], hasSeen: false };
  const begin = clock.now();
  // Before anything is asked to leave: what hangs together now may not do so any more once one of them has gone.
  isNone(await tree.look(), ladder);

  let deadline = begin;
  if (isRunning() && options.endStdin()) {
    options.onStep('stdin-ended');
    deadline += graces.stdinMs;
    await settlesWithin(options.exit, timeLeft(deadline, clock), clock);
  }
  if (!isRunning()) deadline = clock.now() + Math.min(graces.stdinMs, helperGraceMs);
  if (await isEmptyBy(deadline, ladder)) return [];

  deadline = Math.min(deadline, clock.now()) + terminateGrace(options);
  await send('SIGTERM', options);
  if (await isEmptyBy(deadline, ladder)) return [];

  deadline = Math.min(deadline, clock.now()) + graces.killMs;
  const killed = new Set<number>();
  do {
    // Again and again: what was started between a look and the signal is found by the next look.
    const found = await send('SIGKILL', options);
    const isChase = killed.size > 0 && found.some(({ pid }) => !killed.has(pid));
    for (const { pid } of found) killed.add(pid);
    if (await isEmptyBy(Math.min(deadline, clock.now() + (isChase ? chaseMs : killAgainMs)), ladder)) return [];
  } while (clock.now() < deadline);
  return tree.describe(await survivors(ladder));
}

interface Ladder extends ShutdownOptions {
  /** What the last look found that found something. */
  lastSeen: readonly ProcessEntry[];
  /** There was a table: from then on a look without one (a busy `ps` that was given up) says nothing. */
  hasSeen: boolean;
}

/**
 * What lives of what we know; what was seen last when that cannot be told, or when there was something new at each look.
 */
async function survivors(ladder: Ladder): Promise<readonly ProcessEntry[]> {
  const living = await ladder.tree.living();
  if (living !== undefined && living.length > 0) return living;
  // Of a process that is dead the exit may not have been told yet, on a busy host: that is no survivor.
  const last = living === undefined ? ladder : { ...ladder, isRunning: () => false };
  if (await isEmptyBy(last.clock.now(), last)) return [];
  return last.lastSeen.filter(({ pid }) => pid !== last.rootPid || last.isRunning());
}

function terminateGrace({ graces, isRunning }: ShutdownOptions): number {
  return isRunning() ? graces.terminateMs : Math.min(graces.terminateMs, helperTerminateMs);
}

/** Looks and signals what it found. */
async function send(
  signal: 'SIGTERM' | 'SIGKILL',
  { tree, isRunning, onStep }: ShutdownOptions,
): Promise<readonly ProcessEntry[]> {
  const found = await tree.look();
  if (isRunning()) onStep(signal === 'SIGTERM' ? 'terminated' : 'killed');
  tree.signal(found, signal);
  return found ?? [];
}

/**
 * True as soon as the server and all its helpers are gone; false when they are not at the deadline. Looks at least once. A
 * look that may have missed something is repeated, also a little over the deadline.
 */
async function isEmptyBy(deadline: number, ladder: Ladder): Promise<boolean> {
  const { tree, clock, isRunning, exit, pollMs } = ladder;
  // While the server itself runs there is no need to look.
  if (isRunning() && clock.now() < deadline) await settlesWithin(exit, timeLeft(deadline, clock), clock);
  for (let emptyLooks = 0; ;) {
    // The cheap question first; what it does not know (started since) is found by a look at everything.
    const isEmpty = !isRunning() && isNone(await tree.living(), ladder) && isNone(await tree.look(), ladder);
    // Until the deadline a look with a stranger in it does not count.
    if (!isEmpty) emptyLooks = 0;
    else if (!tree.sawStranger || clock.now() >= deadline) emptyLooks += 1;
    if (isEmpty && (tree.sawAll || emptyLooks === enoughLooks)) return true;
    const left = deadline - clock.now();
    if (!isEmpty && left <= 0) return false;
    await pause(isEmpty ? pollMs : Math.min(pollMs, Math.max(1, left)), clock);
  }
}

/** Where no table can ever be read, the server itself is all that is known. */
function isNone(found: readonly ProcessEntry[] | undefined, ladder: Ladder): boolean {
  if (found === undefined) return !ladder.hasSeen;
  ladder.hasSeen = true;
  if (found.length > 0) ladder.lastSeen = found;
  return found.length === 0;
}

function timeLeft(deadline: number, clock: Clock): number {
  return Math.max(1, deadline - clock.now());
}

function pause(ms: number, clock: Clock): Promise<void> {
  return new Promise((resolve) => void clock.setTimer(Math.ceil(ms), resolve));
}

import type { Survivor } from '../rpc/transport.ts';
import { markVariable } from './environment.ts';
import type { ProcessEntry, ProcessSystem } from './process-system.ts';

export interface ProcessTreeOptions {
  readonly system: ProcessSystem;
  /** The child that we started, leader of its own session and group. */
  readonly rootPid: number;
  /** When it began, if that is known before the first look. */
  readonly rootStart?: string | undefined;
  /** The value of `markVariable` in its environment; undefined where it has none. */
  readonly mark?: string | undefined;
  /** True until its exit was told: so long its pid cannot be anybody else's. */
  readonly rootIsUnreaped: () => boolean;
}

/**
 * A server's processes: the child that we started, its group and session, their descendants, and what carries the mark of
 * the server. Each is remembered by pid and start, because the bonds do not last: a process may leave its group, and when
 * its parent ends it is nobody's descendant any more. Nothing is signalled that is not, at that moment, one of those.
 *
 * Look before the first sign to leave is given, and again before each signal.
 */
export class ProcessTree {
  readonly #options: ProcessTreeOptions;
  readonly #known = new Map<number, string>();
  #sawAll = true;
  #sawStranger = false;
  /** Pid and start of what did not say whose it is: asked once more, by another look, and then believed to be nobody's. */
  readonly #mute = new Set<string>();

  constructor(options: ProcessTreeOptions) {
    this.#options = options;
    if (options.rootStart !== undefined) this.#known.set(options.rootPid, options.rootStart);
  }

  /**
   * False when the last look may have missed something: processes were started while it was made. A table is no picture of
   * one moment, and what starts its next process and leaves may be behind the look each time.
   */
  get sawAll(): boolean {
    return this.#sawAll;
  }

  /** True when the last look met something new that was gone, or still nothing, when it was asked what it is. */
  get sawStranger(): boolean {
    return this.#sawStranger;
  }

  /** Looks at the whole table, remembers what is new, and returns what lives. Undefined when there was no table. */
  async look(): Promise<readonly ProcessEntry[] | undefined> {
    const { system } = this.#options;
    const count = system.births?.count();
    const table = await system.table();
    // Without a table another look is no better.
    this.#sawAll = true;
    this.#sawStranger = false;
    if (table === undefined) return undefined;
    this.#learnRoot(table);
    const ours = this.#closure(table, this.#seeds(table));
    const marked = await this.#marked(table, ours);
    // Last, and from here on without waiting: what was born meanwhile may be gone before it can be signalled.
    const { rows, carrying } = this.#born(table, count);
    const all =
      marked.length + rows.length + carrying.length === 0
        ? ours
        : this.#closure([...table, ...rows], [...ours.values(), ...this.#seeds(rows, table), ...marked, ...carrying]);
    for (const { pid, start } of all.values()) this.#known.set(pid, start);
    // What was gone when it was asked may have started another one before, whose parent it was in the table.
    const noneBorn = system.births === undefined || (count !== undefined && system.births.count() === count);
    this.#sawAll = noneBorn && (system.births === undefined || !this.#sawStranger);
    return [...all.values()].filter(({ alive }) => alive);
  }

  /** What lives of what is remembered; undefined when that cannot be told. */
  async living(): Promise<readonly ProcessEntry[] | undefined> {
    const entries = await this.#options.system.entries([...this.#known.keys()]);
    return entries?.filter((entry) => entry.alive && this.#isKnown(entry));
  }

  /** Signals what a look found: the group at once, which no fork escapes, then each process outside of it. */
  signal(found: readonly ProcessEntry[] | undefined, signal: 'SIGTERM' | 'SIGKILL'): void {
    const { system, rootPid, rootIsUnreaped } = this.#options;
    // A group has its number for as long as a member lives, and nobody else can get it: a member of ours is proof.
    const groupIsOurs = rootIsUnreaped() || found?.some(({ pgid }) => pgid === rootPid) === true;
    if (groupIsOurs) system.signal(-rootPid, signal);
    for (const { pid, pgid } of found ?? []) if (pgid !== rootPid) system.signal(pid, signal);
  }

  /** Names processes, for a report. */
  describe(entries: readonly ProcessEntry[]): Promise<Survivor[]> {
    return Promise.all(entries.map(({ pid }) => this.#options.system.describe(pid)));
  }

  #isKnown({ pid, start }: ProcessEntry): boolean {
    return this.#known.get(pid) === start;
  }

  #learnRoot(table: readonly ProcessEntry[]): void {
    const { rootPid, rootIsUnreaped } = this.#options;
    if (this.#known.has(rootPid) || !rootIsUnreaped()) return;
    const root = table.find(({ pid }) => pid === rootPid);
    if (root !== undefined) this.#known.set(rootPid, root.start);
  }

  /** What is ours for a reason of its own. */
  #seeds(rows: readonly ProcessEntry[], table: readonly ProcessEntry[] = rows): ProcessEntry[] {
    const { rootPid } = this.#options;
    const leader = table.find(({ pid }) => pid === rootPid);
    // Group and session are named after the child. When its pid is somebody else's by now, they were free in between:
    // then whoever is in them is not ours. While a member lives they are not free, so the pid is given to nobody.
    const namesAreOurs = leader === undefined || this.#isKnown(leader);
    return rows.filter(
      (entry) =>
        this.#isKnown(entry) ||
        (namesAreOurs && (entry.pgid === rootPid || entry.session === rootPid) && this.#isLater(entry)),
    );
  }

  /** These and their descendants. A zombie has no children: they were given away when it ended. */
  #closure(table: readonly ProcessEntry[], seeds: readonly ProcessEntry[]): Map<number, ProcessEntry> {
    const children = childrenByParent(table);
    const found = new Map(seeds.map((entry) => [entry.pid, entry]));
    // A Map is walked in the order of insertion, and what is added on the way is still visited.
    for (const { pid } of found.values()) {
      for (const child of children.get(pid) ?? []) found.set(child.pid, child);
    }
    return found;
  }

  /**
   * What left the group and lost its parent. It was given to a process above us (init, or a session's own reaper), so only
   * the children of those are asked for the mark, and of them only those that are younger than the server.
   */
  async #marked(table: readonly ProcessEntry[], ours: ReadonlyMap<number, ProcessEntry>): Promise<ProcessEntry[]> {
    const { system, mark } = this.#options;
    if (mark === undefined) return [];
    const adopters = ancestorsOf(process.pid, table);
    const candidates = table.filter(
      (entry) => entry.alive && adopters.has(entry.ppid) && !ours.has(entry.pid) && this.#isLater(entry),
    );
    const carries = await Promise.all(candidates.map(({ pid }) => system.hasVariable(pid, markVariable, mark)));
    this.#noteStrangers(candidates.filter((_, index) => carries[index] === undefined));
    return candidates.filter((_, index) => carries[index] === true);
  }

  /** What was started since then and is not in the table, and what of it carries the mark: whoever its parent is. */
  #born(
    table: readonly ProcessEntry[],
    count: number | undefined,
  ): { readonly rows: ProcessEntry[]; readonly carrying: ProcessEntry[] } {
    const { system, mark } = this.#options;
    if (system.births === undefined || count === undefined || mark === undefined) return { rows: [], carrying: [] };
    const listed = new Set(table.map(({ pid }) => pid));
    const births = system.births.since(count, markVariable, mark);
    this.#noteStrangers(births.filter(({ carries }) => carries === undefined).map(({ entry }) => entry));
    return {
      rows: births.map(({ entry }) => entry).filter(({ pid }) => !listed.has(pid)),
      carrying: births.filter(({ carries }) => carries === true).map(({ entry }) => entry),
    };
  }

  #noteStrangers(entries: readonly ProcessEntry[]): void {
    for (const { pid, start } of entries) {
      const name = `${pid} ${start}`;
      if (!this.#mute.has(name)) this.#sawStranger = true;
      this.#mute.add(name);
    }
  }

  #isLater(entry: ProcessEntry): boolean {
    const rootStart = this.#known.get(this.#options.rootPid);
    return rootStart === undefined || this.#options.system.mayPrecede(rootStart, entry.start);
  }
}

function childrenByParent(table: readonly ProcessEntry[]): Map<number, ProcessEntry[]> {
  const children = new Map<number, ProcessEntry[]>();
  for (const entry of table) {
    const siblings = children.get(entry.ppid);
    if (siblings === undefined) children.set(entry.ppid, [entry]);
    else siblings.push(entry);
  }
  return children;
}

/** The process, its parent and so on, and init. */
function ancestorsOf(pid: number, table: readonly ProcessEntry[]): Set<number> {
  const parents = new Map(table.map((entry) => [entry.pid, entry.ppid]));
  const ancestors = new Set<number>();
  for (let at: number | undefined = pid; at !== undefined && !ancestors.has(at); at = parents.get(at))
    ancestors.add(at);
  return ancestors.add(1);
}

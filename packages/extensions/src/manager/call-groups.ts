import { CallGroup } from './call-group.ts';

/** So many groups are kept at least, before those that are idle are let go. */
const minKept = 64;

/** The groups of calls that bring one signal, or none, by their server and their run. */
export class CallGroups {
  readonly #caller: AbortSignal | undefined;
  /** The one that was used last: mostly it is the next one as well. */
  #last: CallGroup | undefined;
  /** By server and by run, once there are several. */
  #servers: Map<string, Map<string | undefined, CallGroup>> | undefined;
  #count = 0;
  #maxKept = minKept;

  constructor(caller: AbortSignal | undefined) {
    this.#caller = caller;
  }

  /** Groups that are kept, busy or idle. */
  get size(): number {
    return this.#servers === undefined && this.#last !== undefined ? 1 : this.#count;
  }

  /** The group for a call; a new one when there is none, or it was aborted. */
  of(serverName: string, runId: string | undefined): CallGroup {
    const last = this.#last;
    if (last?.serverName === serverName && last.runId === runId && !last.isAborted) return last;
    const known = this.#servers?.get(serverName)?.get(runId);
    const group = known?.isAborted === false ? known : new CallGroup(serverName, runId, this.#caller);
    if (last !== undefined && group !== known) this.#keep(last, group);
    this.#last = group;
    return group;
  }

  /** The second group is the first that has to be looked for. */
  #keep(last: CallGroup, group: CallGroup): void {
    if (this.#servers === undefined) this.#set(last);
    this.#set(group);
    if (this.#count <= this.#maxKept) return;
    const busy = Array.from(this.#servers?.values() ?? [], (runs) => [...runs.values()])
      .flat()
      .filter(({ running }) => running > 0);
    this.#servers = new Map();
    this.#count = 0;
    for (const one of [...busy, group]) this.#set(one);
    this.#maxKept = Math.max(minKept, 2 * this.#count);
  }

  #set(group: CallGroup): void {
    this.#servers ??= new Map();
    const runs = this.#servers.get(group.serverName) ?? new Map<string | undefined, CallGroup>();
    this.#servers.set(group.serverName, runs);
    if (!runs.has(group.runId)) this.#count += 1;
    runs.set(group.runId, group);
  }
}

import { hashOf, nameAfter, type ToolKey } from './tool-name.ts';

interface Named {
  readonly key: ToolKey;
  /** How many names of it were already somebody else's too. */
  collisions: number;
}

/**
 * The names of some tools, and whose each is: the only way back from a name. No two tools of a table have the same name,
 * not even to a model API that takes `A` and `a` for the same.
 *
 * Two tools can only meet when their servers differ in nothing but case, or when 60 bits of their hashes agree. Then both
 * get a longer hash, whoever came first. A table does not change: a new set of tools is a new table.
 */
export class ToolNames {
  readonly #keys = new Map<string, ToolKey>();
  readonly #names = new Map<string, string>();

  /** A tool that is there twice counts once. `hash`: for tests, which cannot wait for 60 bits to agree. */
  constructor(tools: Iterable<ToolKey>, hash: (key: ToolKey) => string = hashOf) {
    const waiting = new Map<string, Named>();
    for (const key of tools) waiting.set(idOf(key), { key, collisions: 0 });
    const all = [...waiting.values()];
    for (;;) {
      const groups = groupBy(all, (named) => nameAfter(named.collisions, named.key, hash)?.toLowerCase());
      const clashes = [...groups].filter(([name, group]) => name !== undefined && group.length > 1);
      if (clashes.length === 0) break;
      for (const [, group] of clashes) for (const named of group) named.collisions += 1;
    }
    for (const named of all) {
      const name = nameAfter(named.collisions, named.key, hash);
      if (name === undefined) continue;
      this.#keys.set(name, named.key);
      this.#names.set(idOf(named.key), name);
    }
  }

  get size(): number {
    return this.#keys.size;
  }

  /** Whose name it is; undefined for one that was not given out. */
  find(name: string): ToolKey | undefined {
    return this.#keys.get(name);
  }

  /** The name of a tool of the table. */
  nameOf(serverName: string, toolName: string): string | undefined {
    return this.#names.get(idOf({ serverName, toolName }));
  }

  entries(): IterableIterator<[name: string, tool: ToolKey]> {
    return this.#keys.entries();
  }
}

function idOf({ serverName, toolName }: ToolKey): string {
  return JSON.stringify([serverName, toolName]);
}

function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

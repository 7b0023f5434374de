import { z } from 'zod';
import { JsonStore } from './json-store.ts';

/** A server that failed too often, as it is: with another identity it is another server. */
export interface Quarantine {
  readonly identityHash: string;
  readonly serverName: string;
  /** Why, in words: what the last failure said. */
  readonly cause: string;
  /** How many there were. */
  readonly failures: number;
  /** ISO 8601, UTC. */
  readonly since: string;
}

/** Servers that are not started again until a person says so, or they change (M-03). Nothing in it has to be closed. */
export interface QuarantineStore {
  find(identityHash: string): Promise<Quarantine | undefined>;
  /** Replaces what there was of that identity. */
  add(entry: Quarantine): Promise<void>;
  /** False when there was none. */
  remove(identityHash: string): Promise<boolean>;
  list(): Promise<readonly Quarantine[]>;
}

const quarantine = z.strictObject({
  identityHash: z.string().regex(/^[0-9a-f]{64}$/),
  serverName: z.string(),
  cause: z.string(),
  failures: z.number().int().min(0),
  since: z.iso.datetime(),
});

const document = z.object({ quarantines: z.array(quarantine) });

type Document = z.infer<typeof document>;

/** A quarantine that ends with the process. */
export function createQuarantine(): QuarantineStore {
  const entries = new Map<string, Quarantine>();
  return {
    find: (identityHash) => Promise.resolve(entries.get(identityHash)),
    add: (entry) => Promise.resolve(void entries.set(entry.identityHash, entry)),
    remove: (identityHash) => Promise.resolve(entries.delete(identityHash)),
    list: () => Promise.resolve([...entries.values()]),
  };
}

/**
 * A quarantine in a file, which several processes may use at once. Made with the first entry; for its owner alone. Give
 * `identify` the key of a file of approvals too: without one the hashes of servers with secrets differ from process to process.
 *
 * Each of its methods throws McpClientError `MCP_INVALID_CONFIG` when the file cannot be used: see `JsonStore`.
 */
export function openQuarantineFile(path: string): QuarantineStore {
  const store = new JsonStore<Document>({
    path,
    what: 'quarantined servers',
    version: 1,
    schema: document,
    empty: () => ({ quarantines: [] }),
  });
  const list = async (): Promise<readonly Quarantine[]> => (await store.read()).quarantines;
  const others = ({ quarantines }: Document, hash: string): Quarantine[] =>
    quarantines.filter(({ identityHash }) => identityHash !== hash);
  return {
    find: async (hash) => (await list()).find(({ identityHash }) => identityHash === hash),
    add: (entry) =>
      store.update((before) => {
        const quarantines = [...others(before, entry.identityHash), quarantine.parse(entry)];
        return { document: { quarantines }, result: undefined };
      }),
    remove: (hash) =>
      store.update((before) => {
        const quarantines = others(before, hash);
        const isFound = quarantines.length < before.quarantines.length;
        return { document: isFound ? { quarantines } : undefined, result: isFound };
      }),
    list,
  };
}

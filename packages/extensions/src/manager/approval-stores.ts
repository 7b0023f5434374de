import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Approval, ApprovalStore } from './approvals.ts';
import { JsonStore } from './json-store.ts';

const digest = z.string().regex(/^(?:[0-9a-f]{32,64}|unknown)$/);

const identityPart = z.strictObject({
  name: z.enum(['configuration', 'executable', 'script', 'package-manifest', 'package-entry', 'secrets']),
  what: z.string(),
  digest,
  text: z.string().optional(),
});

const approval = z.strictObject({
  serverName: z.string(),
  identity: z.strictObject({
    hash: z.string().regex(/^[0-9a-f]{64}$/),
    parts: z.array(identityPart),
    executable: z.string().optional(),
    origin: z.string().optional(),
  }),
  tools: z.record(z.string(), z.string()),
  approvedAt: z.iso.datetime(),
});

/** What the file holds. The key makes digests of secrets: with it and the file a short secret could be guessed. */
const document = z.object({ key: z.string().regex(/^[0-9a-f]{64}$/), approvals: z.array(approval) });

type Document = z.infer<typeof document>;

const keyBytes = 32;

/** Approvals that end with the process. */
export function createApprovals(): ApprovalStore {
  const approvals = new Map<string, Approval>();
  const key = randomBytes(keyBytes);
  return {
    find: (serverName) => Promise.resolve(approvals.get(serverName)),
    save: (approval) => Promise.resolve(void approvals.set(approval.serverName, approval)),
    remove: (serverName) => Promise.resolve(approvals.delete(serverName)),
    list: () => Promise.resolve([...approvals.values()]),
    key: () => Promise.resolve(key),
  };
}

/**
 * Approvals in a file, which several processes may use at once. Made with the first approval; for its owner alone.
 *
 * Each of its methods throws McpClientError `MCP_INVALID_CONFIG` when the file cannot be used: see `JsonStore`.
 */
export function openApprovalFile(path: string): ApprovalStore {
  const newKey = randomBytes(keyBytes).toString('hex');
  const store = new JsonStore<Document>({
    path,
    what: 'approvals',
    version: 1,
    schema: document,
    empty: () => ({ key: newKey, approvals: [] }),
  });
  const others = ({ approvals }: Document, serverName: string): Document['approvals'] =>
    approvals.filter((one) => one.serverName !== serverName);
  return {
    find: async (serverName) => (await list(store)).find((one) => one.serverName === serverName),
    save: (one) =>
      store.update((before) => {
        const approvals = [...others(before, one.serverName), approval.parse(one)];
        return { document: { ...before, approvals }, result: undefined };
      }),
    remove: (serverName) =>
      store.update((before) => {
        const approvals = others(before, serverName);
        const isFound = approvals.length < before.approvals.length;
        return { document: isFound ? { ...before, approvals } : undefined, result: isFound };
      }),
    list: () => list(store),
    key: async () => {
      const { key } = await store.read();
      // A key that nobody has written down yet is written down at once: another one would make every comparison fail.
      const kept = key === newKey ? store.update((before) => ({ document: before, result: before.key })) : key;
      return Buffer.from(await kept, 'hex');
    },
  };
}

async function list(store: JsonStore<Document>): Promise<readonly Approval[]> {
  // An optional member of zod's may be undefined; left out it is the same.
  return (await store.read()).approvals as readonly Approval[];
}

import type { Adapter } from './bench-client.ts';

export interface ClientEntry {
  readonly name: string;
  /** What is measured: a package of node_modules, or nothing for what the bench has itself. */
  readonly packageName?: string;
  /** Can a call have a deadline? */
  readonly hasDeadlines: boolean;
  /** The rows that it is measured in; missing: all but those for many servers. */
  readonly rows?: readonly string[];
  /** Imports the adapter and with it the client: what that costs is a row of its own. */
  readonly load: () => Promise<{ readonly adapter: Adapter }>;
}

/** Rows about hosts with many servers. */
const manyRows: readonly string[] = ['many', 'known'];

/** Rows about ours alone: with and without what it has and the others have not. */
const ownRows: readonly string[] = ['events'];

/** Rows over HTTP, each with clients of its own. */
const httpRows: readonly string[] = ['http', 'http-throughput', 'http-json', 'http-sse'];

/** Whether a client is measured in a row. */
export function isMeasuredIn(row: string, { name, rows, packageName, hasDeadlines }: ClientEntry): boolean {
  if (rows === undefined && ownRows.includes(row)) return name === 'ours';
  if (rows === undefined && httpRows.includes(row)) return false;
  // The floors and what is no MCP client have no host.
  return rows?.includes(row) ?? (!manyRows.includes(row) || (packageName !== undefined && hasDeadlines));
}

/** Every client of the table, in its order. This file imports none of them. */
export const clients: readonly ClientEntry[] = [
  {
    name: 'ours',
    packageName: '@coding-agent/extensions',
    hasDeadlines: true,
    load: () => import('./ours.ts'),
  },
  {
    name: 'managed',
    packageName: '@coding-agent/extensions',
    hasDeadlines: true,
    rows: ['import', 'sequential', 'throughput', ...manyRows],
    load: () => import('./managed.ts'),
  },
  ...(['events', 'metrics', 'jsonl', 'otel'] as const).map((kind) => ({
    name: `ours+${kind}`,
    packageName: '@coding-agent/extensions',
    hasDeadlines: true,
    rows: ownRows,
    load: async () => ({ adapter: (await import('./watched.ts')).watched(kind) }),
  })),
  {
    name: 'sdk',
    packageName: '@modelcontextprotocol/sdk',
    hasDeadlines: true,
    load: () => import('./sdk.ts'),
  },
  {
    name: 'client',
    packageName: '@modelcontextprotocol/client',
    hasDeadlines: true,
    load: () => import('./client.ts'),
  },
  {
    name: 'ai-sdk',
    packageName: '@ai-sdk/mcp',
    hasDeadlines: true,
    load: () => import('./ai-sdk.ts'),
  },
  {
    name: 'vscode-jsonrpc',
    packageName: 'vscode-jsonrpc',
    hasDeadlines: false,
    load: () => import('./vscode-jsonrpc.ts'),
  },
  { name: 'limit', hasDeadlines: false, load: () => import('./limit.ts') },
  { name: 'limit+t', hasDeadlines: true, load: () => import('./limit-with-deadlines.ts') },
  {
    name: 'ours/http',
    packageName: '@coding-agent/extensions',
    hasDeadlines: true,
    rows: httpRows,
    load: () => import('./http-ours.ts'),
  },
  {
    name: 'sdk/http',
    packageName: '@modelcontextprotocol/sdk',
    hasDeadlines: true,
    rows: httpRows,
    load: () => import('./http-sdk.ts'),
  },
  {
    name: 'client/http',
    packageName: '@modelcontextprotocol/client',
    hasDeadlines: true,
    rows: httpRows,
    load: () => import('./http-client.ts'),
  },
  { name: 'fetch', hasDeadlines: false, rows: httpRows, load: () => import('./http-fetch.ts') },
];

export function findClient(name: string): ClientEntry {
  const found = clients.find((entry) => entry.name === name);
  if (!found) throw new Error(`no client is called ${name}`);
  return found;
}

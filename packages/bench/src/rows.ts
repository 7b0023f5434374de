export interface Metric {
  /** Its name in samples. */
  readonly key: string;
  readonly label: string;
  /** The client that ratios are taken to: `limit`, unless deadlines are the matter. */
  readonly baseline?: string;
}

export interface Row {
  readonly name: string;
  readonly title: string;
  /** Sizes that are measured each in a process of its own. */
  readonly variants: readonly number[];
  /** The same in a quick run. */
  readonly quickVariants: readonly number[];
  readonly metrics: readonly Metric[];
  /** Which client is ours in it; missing: `ours`. */
  readonly ours?: string;
  /** Only for clients whose calls can have a deadline. */
  readonly needsDeadlines?: boolean;
}

const once = [0];
const inFlight = [1, 16, 100, 1000];
const mebibytes = [1, 8, 32];

/** The groups of the table, in its order. What each number means for a reader: README.md. */
export const rows: readonly Row[] = [
  {
    name: 'import',
    title: 'Import, from nothing to the class of the client',
    variants: once,
    quickVariants: once,
    metrics: [
      { key: 'ms', label: 'ms' },
      { key: 'cpuMs', label: 'CPU ms' },
      { key: 'rssMb', label: 'memory added, MiB' },
      { key: 'heapMb', label: 'heap after gc, MiB' },
    ],
  },
  {
    name: 'start',
    title: 'Start of a server to its first list of tools; the library is imported',
    variants: once,
    quickVariants: once,
    metrics: [
      { key: 'ms', label: 'ms' },
      { key: 'closeMs', label: 'close, ms' },
    ],
  },
  {
    name: 'process',
    title: 'A whole process: start, import, connect, list, call, close, exit',
    variants: once,
    quickVariants: once,
    metrics: [{ key: 'wallMs', label: 'ms' }],
  },
  {
    name: 'sequential',
    title: 'Calls one after the other; client and server on a core each',
    variants: once,
    quickVariants: once,
    metrics: [
      { key: 'p50', label: 'p50, us' },
      { key: 'p95', label: 'p95, us' },
      { key: 'p99', label: 'p99, us' },
    ],
  },
  {
    name: 'throughput',
    title: 'Calls at once (more calls a second are better)',
    variants: inFlight,
    quickVariants: [100],
    metrics: [
      ...inFlight.map((count) => ({ key: `perSecond${count}`, label: `calls/s, ${count} in flight` })),
      { key: 'cpuMicros100', label: 'CPU us a call, 100 in flight' },
      { key: 'reads100', label: 'server reads for 10,000 calls, 100 in flight' },
    ],
  },
  {
    name: 'answers',
    title: 'One big answer',
    variants: mebibytes,
    quickVariants: [1, 8],
    metrics: [
      ...mebibytes.map((size) => ({ key: `ms${size}`, label: `${size} MiB, ms` })),
      { key: 'growth', label: '8 to 32 MiB, times as long' },
      { key: 'peakMb32', label: '32 MiB, peak memory over the start, MiB' },
    ],
  },
  {
    name: 'pending',
    title: 'A call that waits, with a deadline and a signal where the client knows them',
    variants: once,
    quickVariants: once,
    metrics: [{ key: 'bytes', label: 'bytes a call' }],
  },
  {
    name: 'deadlines',
    title: 'All calls in flight time out at once (10,000; 2,000 in a quick run)',
    variants: once,
    quickVariants: once,
    needsDeadlines: true,
    metrics: [
      { key: 'afterFirstMs', label: 'the last one, ms after the first deadline', baseline: 'limit+t' },
      { key: 'lastLateMs', label: 'the latest by its own deadline, ms', baseline: 'limit+t' },
      { key: 'longestStallMs', label: 'longest stall of the loop, ms', baseline: 'limit+t' },
    ],
  },
  {
    name: 'list',
    title: 'A list of 500 tools with output schemas',
    variants: once,
    quickVariants: once,
    metrics: [
      { key: 'firstMs', label: 'first, ms' },
      { key: 'firstCpuMs', label: 'first, CPU ms' },
      { key: 'secondMs', label: 'second, ms' },
    ],
  },
  {
    name: 'notifications',
    title: 'A notification that nobody listens to',
    variants: once,
    quickVariants: once,
    metrics: [{ key: 'cpuMicros', label: 'CPU us each' }],
  },
  {
    name: 'events',
    title: 'What it costs to be watched: 100,000 calls, 100 in flight',
    variants: [100],
    quickVariants: [100],
    metrics: [
      { key: 'cpuMicros', label: 'CPU us a call', baseline: 'ours' },
      { key: 'perSecond', label: 'calls/s (more are better)', baseline: 'ours' },
      { key: 'lost', label: 'records or spans dropped', baseline: 'ours' },
    ],
  },
  {
    name: 'many',
    title: 'A host with 20 servers that uses two of them, to both answers',
    variants: once,
    quickVariants: once,
    metrics: [
      { key: 'ms', label: 'ms', baseline: 'managed' },
      { key: 'servers', label: 'servers started', baseline: 'managed' },
      { key: 'closeMs', label: 'close, ms', baseline: 'managed' },
    ],
  },
  {
    name: 'known',
    title: 'The tools of 50 servers with 40 each, when they are known (a peer asks servers that run already)',
    variants: once,
    quickVariants: once,
    metrics: [
      { key: 'firstMs', label: 'first, ms', baseline: 'managed' },
      { key: 'againMs', label: 'again, ms', baseline: 'managed' },
    ],
  },
  {
    name: 'http',
    ours: 'ours/http',
    title: 'Over HTTP: calls one after the other; client and server on a core each',
    variants: once,
    quickVariants: once,
    metrics: [
      { key: 'p50', label: 'p50, us', baseline: 'fetch' },
      { key: 'p95', label: 'p95, us', baseline: 'fetch' },
      { key: 'p99', label: 'p99, us', baseline: 'fetch' },
    ],
  },
  {
    name: 'http-throughput',
    ours: 'ours/http',
    title: 'Over HTTP: calls at once (more calls a second are better)',
    variants: [100],
    quickVariants: [100],
    metrics: [
      { key: 'perSecond100', label: 'calls/s, 100 in flight', baseline: 'fetch' },
      { key: 'cpuMicros100', label: 'CPU us a call, 100 in flight', baseline: 'fetch' },
    ],
  },
  ...(['json', 'sse'] as const).map((kind) => ({
    name: `http-${kind}`,
    ours: 'ours/http',
    title: `Over HTTP: one big answer, as ${kind === 'json' ? 'a JSON body' : 'an event of a stream'}`,
    variants: [8, 32],
    quickVariants: [8],
    metrics: [
      { key: 'ms8', label: '8 MiB, ms', baseline: 'fetch' },
      { key: 'ms32', label: '32 MiB, ms', baseline: 'fetch' },
      { key: 'peakMb32', label: '32 MiB, peak memory over the start, MiB', baseline: 'fetch' },
    ],
  })),
];

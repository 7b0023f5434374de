import type { Diagnostic } from '../../src/rpc/diagnostic.ts';
import type { Connection } from '../../src/client/client-ports.ts';
import { McpClient, type McpClientOptions } from '../../src/mcp-client.ts';
import { ManualClock } from './manual-clock.ts';
import { MemoryTransport, type SentMessage } from './memory-transport.ts';

export interface ClientBench {
  readonly client: McpClient;
  readonly clock: ManualClock;
  /** Connections that were made. */
  readonly transports: MemoryTransport[];
  readonly diagnostics: Diagnostic[];
}

/** What a script returns to refuse a request. */
export class Refusal {
  readonly error: { readonly code: number; readonly message: string; readonly data?: unknown };

  constructor(code: number, data?: unknown) {
    this.error = { code, message: `refused with ${code}`, data };
  }
}

/** What the server answers to a method: a result, a refusal, or nothing at all. */
export type Script = Readonly<Record<string, (message: SentMessage) => unknown>>;

export const initialized = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: { listChanged: true } },
  serverInfo: { name: 'memory', version: '1.2.3' },
};

/** What a modern server says of itself. */
export const discovered = {
  resultType: 'complete',
  supportedVersions: ['2026-07-28'],
  capabilities: { tools: {} },
  ttlMs: 0,
  cacheScope: 'private',
  _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'memory', version: '1.2.3' } },
};

/** Answers `initialize`, and lists two tools. */
export const friendly: Script = {
  initialize: () => initialized,
  'tools/list': () => ({ tools: [{ name: 'echo', inputSchema: { type: 'object' } }, { name: 'never' }] }),
};

/** A client whose server is a table in memory, with time that the test moves. */
export function clientBench(script: Script = friendly, options: Partial<McpClientOptions> = {}): ClientBench {
  const clock = new ManualClock();
  const transports: MemoryTransport[] = [];
  const diagnostics: Diagnostic[] = [];
  const connect = (): Connection => {
    const transport = new MemoryTransport();
    transport.onSent = (message) => {
      const result = script[message.method ?? '']?.(message);
      if (result instanceof Refusal) transport.receive({ jsonrpc: '2.0', id: message.id, error: result.error });
      else if (result !== undefined) transport.answer(message.id, result);
    };
    transports.push(transport);
    return { transport, lastWords: () => ({ stderrTail: 'its last words', stderrTruncated: false }) };
  };
  const all = {
    executable: process.execPath,
    era: 'legacy' as const, // the script answers what it knows, and leaves everything else without an answer
    onDiagnostic: (diagnostic: Diagnostic) => void diagnostics.push(diagnostic),
    ...options,
  };
  return { client: new McpClient(all, { clock, connect }), clock, transports, diagnostics };
}

/** The same, after the handshake. */
export async function readyBench(script: Script, options: Partial<McpClientOptions> = {}): Promise<ClientBench> {
  const bench = clientBench({ initialize: () => initialized, ...script }, options);
  const handshake = bench.client.initialize();
  await bench.clock.settle();
  await handshake;
  return bench;
}

/** How a promise ended, as far as it has. */
export function watch(promise: Promise<unknown>): () => unknown {
  let ended: unknown = 'waits';
  promise.then(
    (value) => (ended = value),
    (error: unknown) => (ended = error),
  );
  return () => ended;
}

import type { McpClientOptions } from '../../src/mcp-client.ts';
import { clientBench, watch, type ClientBench, type Script } from './memory-client.ts';
import type { MemoryTransport } from './memory-transport.ts';

/** The client is to find out. */
export const auto = { era: 'auto' } as const;

/** What was sent, by method. */
export const methods = (transport: MemoryTransport | undefined): unknown[] =>
  transport?.sent.map(({ method }) => method) ?? [];

/** A client that has begun, and how that ended; nothing is answered but by the script, or by the test. */
export async function begun(
  script: Script,
  options: Partial<McpClientOptions> = auto,
): Promise<ClientBench & { readonly ended: () => unknown }> {
  const bench = clientBench(script, options);
  const ended = watch(bench.client.initialize());
  await bench.clock.settle();
  return { ...bench, ended };
}

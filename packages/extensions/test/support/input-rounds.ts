import type { CallOptions } from '../../src/client/request-options.ts';
import type { McpClientOptions } from '../../src/mcp-client.ts';
import type { InboundHandler } from '../../src/rpc/inbound-handlers.ts';
import { discovered, readyBench, watch, type ClientBench } from './memory-client.ts';
import { MemoryTransport, type SentMessage } from './memory-transport.ts';

export const done = { resultType: 'complete', content: [{ type: 'text', text: 'done' }] };
export const doneRead = { content: [{ type: 'text', text: 'done' }], isError: false };
const capabilities = { elicitation: { form: {} }, sampling: {}, roots: {} };
export const bay = { method: 'elicitation/create', params: { mode: 'form', message: 'Which bay?' } };

export interface InputBench extends ClientBench {
  readonly transport: MemoryTransport;
  /** Calls the tool, lets everything settle, and gives how the call ended, as far as it has. */
  readonly call: (args?: Record<string, unknown>, terms?: CallOptions) => Promise<() => unknown>;
  /** What was sent of calls. */
  readonly calls: () => SentMessage[];
}

/** A modern client with handlers, whose server answers a call by these results, one after the other. */
export async function calling(
  results: unknown[],
  handlers: Record<string, InboundHandler> = {},
  options: Partial<McpClientOptions> = {},
): Promise<InputBench> {
  const bench = await readyBench(
    { 'server/discover': () => discovered, 'tools/call': () => results.shift() },
    { era: 'modern', allowUnlistedTools: true, handlers, capabilities, ...options },
  );
  const transport = bench.transports[0] ?? new MemoryTransport();
  const call: InputBench['call'] = async (args = { depot: 'north' }, terms = {}) => {
    const ended = watch(bench.client.callTool('book', args, terms));
    await bench.clock.settle();
    return ended;
  };
  const calls = (): SentMessage[] => transport.sentWith('tools/call');
  return { ...bench, transport, call, calls };
}

/** A result by which the tool asks for input. */
export const asks = (inputRequests: unknown, requestState?: unknown): unknown => ({
  resultType: 'input_required',
  ...(inputRequests === undefined ? {} : { inputRequests }),
  ...(requestState === undefined ? {} : { requestState }),
});

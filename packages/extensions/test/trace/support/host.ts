import { z } from 'zod';
import type { ClientPorts } from '../../../src/client/client-ports.ts';
import { McpClientError } from '../../../src/errors.ts';
import { McpClient, type McpClientOptions } from '../../../src/mcp-client.ts';
import type { Diagnostic } from '../../../src/rpc/diagnostic.ts';
import type { ManualClock } from '../../support/manual-clock.ts';

const ms = z.int().positive();

/** What a host does with its client, as data. */
export const hostStep = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('initialize'), timeoutMs: ms.optional() }),
  z.strictObject({ do: z.literal('list') }),
  z.strictObject({ do: z.literal('ping'), timeoutMs: ms.optional() }),
  z.strictObject({
    do: z.literal('call'),
    tool: z.string(),
    args: z.record(z.string(), z.unknown()).optional(),
    timeoutMs: ms.optional(),
    resetTimeoutOnProgress: z.boolean().optional(),
  }),
  /** Takes the `call`th of what it asked for back, from 1. */
  z.strictObject({ do: z.literal('abort'), call: z.int().positive() }),
  z.strictObject({ do: z.literal('time'), ms }),
  z.strictObject({ do: z.literal('close') }),
]);

export type HostStep = z.infer<typeof hostStep>;

/** A client whose time is the test's, and everything that it was told, in order. */
export class Host {
  readonly clock: ManualClock;
  readonly client: McpClient;
  /** `2 MCP_TIMEOUT`: what the second thing that was asked for came to. In the order in which they did. */
  readonly settlements: string[] = [];
  /** Of the same: the results. */
  readonly results: unknown[] = [];
  readonly events: unknown[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly #callers: AbortController[] = [];

  constructor(connect: ClientPorts['connect'], clock: ManualClock, options: Partial<McpClientOptions> = {}) {
    this.clock = clock;
    const all: McpClientOptions = {
      executable: process.execPath,
      era: 'legacy',
      onEvent: (event) => void this.events.push(event),
      onDiagnostic: (diagnostic) => void this.diagnostics.push(diagnostic),
      ...options,
    };
    this.client = new McpClient(all, { clock, connect });
  }

  get asked(): number {
    return this.#callers.length;
  }

  async step(step: HostStep): Promise<void> {
    switch (step.do) {
      case 'initialize':
        this.#ask((signal) => this.client.initialize({ signal, ...timeoutOf(step) }));
        break;
      case 'list':
        this.#ask((signal) => this.client.listTools({ signal }));
        break;
      case 'ping':
        this.#ask((signal) => this.client.ping({ signal, ...timeoutOf(step) }));
        break;
      case 'call': {
        const { tool, args = {}, resetTimeoutOnProgress = false } = step;
        this.#ask((signal) => this.client.callTool(tool, args, { signal, resetTimeoutOnProgress, ...timeoutOf(step) }));
        break;
      }
      case 'abort':
        this.#callers[step.call - 1]?.abort();
        break;
      case 'time':
        await this.clock.advance(step.ms);
        break;
      case 'close':
        void this.client.close();
        break;
    }
    await this.clock.settle();
  }

  async steps(steps: readonly HostStep[]): Promise<void> {
    for (const step of steps) await this.step(step);
  }

  /** Ends everything that is left. */
  async end(): Promise<void> {
    void this.client.close();
    await this.clock.settle();
  }

  #ask(ask: (signal: AbortSignal) => Promise<unknown>): void {
    const caller = new AbortController();
    this.#callers.push(caller);
    const number = this.#callers.length;
    const settled = (end: string, result: unknown): void => {
      this.settlements.push(`${number} ${end}`);
      this.results.push(result);
    };
    ask(caller.signal).then(
      (result) => settled('fulfilled', result),
      (error: unknown) => settled(error instanceof McpClientError ? error.code : String(error), error),
    );
  }
}

function timeoutOf({ timeoutMs }: { readonly timeoutMs?: number | undefined }): { readonly timeoutMs?: number } {
  return timeoutMs === undefined ? {} : { timeoutMs };
}

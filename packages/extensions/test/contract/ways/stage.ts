import type { TestContext } from 'vitest';
import { systemClock } from '../../../src/base/clock.ts';
import type { ErrorCode } from '../../../src/errors.ts';
import { McpClient, type McpClientOptions } from '../../../src/mcp-client.ts';
import type { Era } from '../../../src/protocol/revisions.ts';
import type { Diagnostic } from '../../../src/rpc/diagnostic.ts';
import type { JsonObject } from '../../../src/wire/message.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { discovered, initialized, type Script } from '../../support/memory-client.ts';
import { Journal } from './journal.ts';
import type { ScriptedServer } from './scripted-server.ts';
import { ways, type WayName } from './way.ts';

/** Time that moves when the test says so, in an event loop that goes on by itself. */
class SteppedClock extends ManualClock {
  override defer(run: () => void): void {
    systemClock.defer(run);
  }
}

/** A notification that the client told of. */
interface Heard {
  readonly method: string;
  readonly params: JsonObject;
}

/** A client and its server, over one way. */
export interface WayBench {
  readonly client: McpClient;
  readonly server: ScriptedServer;
  /** The client's: the server and the way between them have the real time. */
  readonly clock: ManualClock;
  readonly heard: Journal<Heard>;
  readonly diagnostics: Journal<Diagnostic>;
}

/** Two tools, on one page. */
const listed = { tools: [{ name: 'echo', inputSchema: { type: 'object' } }, { name: 'never' }] };

/** What a server answers unless a case says otherwise: all but calls. */
const usual: Script = {
  initialize: () => initialized,
  'server/discover': () => discovered,
  'tools/list': () => listed,
  ping: () => ({}),
};

/** Where a contract case is played: one way, one era. */
export class Stage {
  readonly way: WayName;
  readonly era: Era;
  readonly #context: Pick<TestContext, 'onTestFinished'>;

  constructor(context: Pick<TestContext, 'onTestFinished'>, way: WayName, era: Era) {
    this.#context = context;
    this.way = way;
    this.era = era;
  }

  /** The request that a handshake begins with. */
  get opening(): string {
    return this.era === 'legacy' ? 'initialize' : 'server/discover';
  }

  /** What a request ends with whose server vanishes. */
  get lost(): ErrorCode {
    return ways[this.way].lost;
  }

  /** What is only there, or only so, in the modern era. */
  modern<T>(modern: T, legacy: T): T {
    return this.era === 'modern' ? modern : legacy;
  }

  /** A client that has not begun. */
  async open(script: Script = {}, options: Partial<McpClientOptions> = {}): Promise<WayBench> {
    const served = await ways[this.way].serve(this.#context, { ...usual, ...script }, this.era);
    const clock = new SteppedClock();
    const heard = new Journal<Heard>();
    const diagnostics = new Journal<Diagnostic>();
    const all = {
      era: this.era,
      onNotification: (method: string, params: JsonObject) => heard.add({ method, params }),
      onDiagnostic: (diagnostic: Diagnostic) => diagnostics.add(diagnostic),
      ...served.options,
      ...options,
    } as McpClientOptions;
    const client = new McpClient(all, { clock, ...served.ports });
    this.#context.onTestFinished(async () => {
      const { survivors } = await client.close();
      if (survivors.length > 0) throw new Error(`survivors: ${JSON.stringify(survivors)}`);
      if (client.pendingCount > 0 || clock.timers > 0) throw new Error('something of the client is left');
    });
    return { client, server: served.server, clock, heard, diagnostics };
  }

  /** A client after its handshake. */
  async ready(script: Script = {}, options: Partial<McpClientOptions> = {}): Promise<WayBench> {
    const bench = await this.open(script, options);
    await bench.client.initialize();
    if (this.era === 'legacy') await bench.server.told('notifications/initialized');
    return bench;
  }
}

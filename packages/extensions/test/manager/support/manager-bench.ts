import type { Failure } from '../../../src/errors.ts';
import type { ServerIdentity } from '../../../src/manager/identity.ts';
import type { ManagerEvent } from '../../../src/manager/manager-event.ts';
import type { McpManagerOptions } from '../../../src/manager/manager-options.ts';
import type { ServerConfig } from '../../../src/manager/server-config.ts';
import type { ManagerPorts } from '../../../src/manager/managed-entry.ts';
import { McpClient, type StdioClientOptions } from '../../../src/mcp-client.ts';
import { McpManager } from '../../../src/mcp-manager.ts';
import type { TransportEnd } from '../../../src/rpc/transport.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { Refusal, initialized, type Script } from '../../support/memory-client.ts';
import { MemoryTransport } from '../../support/memory-transport.ts';
import { serverConfig } from './server-config.ts';

/** A server in memory: what it answers, and what becomes of it. */
export interface FakeServer {
  readonly config?: Parameters<typeof serverConfig>[1];
  /** What it answers; what is not in it has no answer. Default: the handshake, and two tools. */
  readonly script?: Script;
  /** Called for each process that is started. */
  readonly onStart?: (process: FakeProcess) => void;
  /** Before the process: the broker, the files. */
  readonly prepare?: (signal: AbortSignal) => Promise<void>;
}

/** One process of a server in memory. */
class FakeProcess extends MemoryTransport {
  readonly serverName: string;
  readonly options: StdioClientOptions;
  readonly startedAt: number;
  /** While false it does not go when it is closed; then `go()`. */
  goesAtOnce = true;
  isGone = false;
  #go: () => void = () => {};

  constructor(options: StdioClientOptions, startedAt: number) {
    super();
    this.options = options;
    this.serverName = options.serverName ?? '';
    this.startedAt = startedAt;
  }

  /** It ends by itself. */
  die(end: Partial<TransportEnd> = {}): void {
    this.end(end);
  }

  override async close(): Promise<{ survivors: [] }> {
    if (!this.goesAtOnce && !this.isGone) await new Promise<void>((resolve) => (this.#go = resolve));
    this.isGone = true;
    await super.close();
    return { survivors: [] };
  }

  go(): void {
    this.isGone = true;
    this.#go();
  }
}

export interface ManagerBench {
  readonly manager: McpManager;
  readonly clock: ManualClock;
  readonly processes: FakeProcess[];
  readonly events: ManagerEvent[];
  /** Processes that are not gone. */
  readonly alive: () => FakeProcess[];
  /** What each server is, by its name. Change it, and it is another one. */
  readonly identities: Map<string, string>;
  /** Names of the servers whose secrets were given back. */
  readonly revoked: string[];
}

export const twoTools = { tools: [{ name: 'echo', inputSchema: { type: 'object' } }, { name: 'never' }] };

/** Shakes hands, lists two tools, and answers one of them. */
export const friendlyServer: Script = {
  initialize: () => initialized,
  'tools/list': () => twoTools,
  'tools/call': ({ params }) =>
    params?.['name'] === 'echo' ? { content: [{ type: 'text', text: 'echo' }] } : undefined,
};

/** A manager of servers in memory, with time that the test moves, and chance that is always the middle. */
export function managerBench(
  servers: Readonly<Record<string, FakeServer>>,
  options: Partial<McpManagerOptions> = {},
  ports: Partial<ManagerPorts> = {},
): ManagerBench {
  const clock = new ManualClock();
  const processes: FakeProcess[] = [];
  const events: ManagerEvent[] = [];
  const identities = new Map(Object.keys(servers).map((name) => [name, `${name}-1`]));
  const revoked: string[] = [];
  const manager = new McpManager(
    {
      servers: Object.entries(servers).map(([name, { config }]) => serverConfig(name, { era: 'legacy', ...config })),
      approvals: 'not-needed',
      approver: () => true,
      onEvent: (event) => void events.push(event),
      ...options,
    },
    {
      clock,
      random: () => 0.5,
      wallTime: () => new Date(clock.now()),
      planOf: (config) => ({
        identify: () => Promise.resolve(identityOf(config, identities)),
        prepare: async (_, __, signal) => {
          await servers[config.name]?.prepare?.(signal);
          return {
            options: { executable: config.name },
            revoke: () => Promise.resolve((revoked.push(config.name), [])),
          };
        },
      }),
      connect: (client) => {
        if ('url' in client) throw new TypeError('a fake process is started');
        const fake = servers[client.serverName ?? ''] ?? {};
        const connect = (): { transport: FakeProcess; lastWords: () => object } => {
          const one = new FakeProcess(client, clock.now());
          answerBy(one, fake.script ?? friendlyServer);
          processes.push(one);
          fake.onStart?.(one);
          return { transport: one, lastWords: () => ({}) };
        };
        return new McpClient(client, { clock, connect });
      },
      ...ports,
    },
  );
  return {
    manager,
    clock,
    processes,
    events,
    identities,
    revoked,
    alive: () => processes.filter((one) => !one.isGone),
  };
}

function identityOf({ name }: ServerConfig, identities: ReadonlyMap<string, string>): ServerIdentity {
  const hash = identities.get(name);
  if (hash === undefined) throw new Error(`there is no identity of ${name}`);
  return { hash, parts: [{ name: 'executable', what: name, digest: hash }], executable: `/bin/${name}` };
}

function answerBy(process: FakeProcess, script: Script): void {
  process.onSent = (message) => {
    const answer = script[message.method ?? '']?.(message);
    if (answer instanceof Refusal) process.receive({ jsonrpc: '2.0', id: message.id, error: answer.error });
    else if (answer !== undefined) process.answer(message.id, answer);
  };
}

/** Lets everything settle, then says what a promise came to. */
export async function outcomeOf<T>(bench: Pick<ManagerBench, 'clock'>, promise: Promise<T>): Promise<T> {
  const progress = { isSettled: false };
  const settled = (): void => void (progress.isSettled = true);
  promise.then(settled, settled);
  // Mostly a few turns; a file that is read or written takes its own time.
  const deadline = performance.now() + 15_000;
  while (!progress.isSettled && performance.now() < deadline) await bench.clock.advance(0);
  if (!progress.isSettled) throw new Error('it waits still');
  return promise;
}

/** The error of a promise that must be refused. */
export async function failureIn(bench: Pick<ManagerBench, 'clock'>, promise: Promise<unknown>): Promise<Failure> {
  try {
    await outcomeOf(bench, promise);
  } catch (error) {
    return error as Failure;
  }
  throw new Error('it was not refused');
}

import type { TestContext } from 'vitest';
import { httpServer, type Answer, type HttpServerBench } from '../../support/http-server.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import type { ManagerEvent } from '../../../src/manager/manager-event.ts';
import type { McpManagerOptions } from '../../../src/manager/manager-options.ts';
import type { HttpServer, ServerConfig } from '../../../src/manager/server-config.ts';
import { McpManager } from '../../../src/mcp-manager.ts';
import { httpConfig } from './server-configs.ts';

export interface HttpManagerBench {
  readonly manager: McpManager;
  readonly server: HttpServerBench;
  /** The manager's: time of messages is the machine's. */
  readonly clock: ManualClock;
  readonly events: ManagerEvent[];
  /** The methods that came, in order; of what is no POST the verb. */
  readonly asked: () => string[];
}

export interface HttpManagerOptions {
  readonly server?: Partial<HttpServer>;
  readonly config?: Partial<ServerConfig>;
  readonly options?: Partial<McpManagerOptions>;
}

/** A manager of one server that is reached, `remote`, which answers as the test says. Nothing is left when the test is over. */
export async function httpManager(
  context: Pick<TestContext, 'onTestFinished'>,
  answer: Answer,
  { server: how = {}, config = {}, options = {} }: HttpManagerOptions = {},
): Promise<HttpManagerBench> {
  const server = await httpServer(context, answer);
  const clock = new ManualClock();
  const events: ManagerEvent[] = [];
  const manager = new McpManager(
    {
      servers: [httpConfig({ url: server.url, ...how }, { name: 'remote', permission: 'execute', ...config })],
      approvals: 'not-needed',
      approver: () => true,
      onEvent: (event) => void events.push(event),
      ...options,
    },
    { clock, random: () => 0.5, wallTime: () => new Date(clock.now()) },
  );
  context.onTestFinished(async () => {
    const closing = manager.close();
    await clock.advance(0);
    await closing;
    await server.idle();
  });
  const asked = (): string[] => server.requests.map(({ method, message }) => message?.method ?? method);
  return { manager, server, clock, events, asked };
}

/** Lets everything settle until it is so; time goes on by `stepMs` meanwhile, again and again. */
export async function until(bench: HttpManagerBench, isSo: () => boolean, stepMs = 0): Promise<void> {
  const deadline = performance.now() + 15_000;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error('it did not come to that');
    await bench.clock.advance(stepMs);
  }
}

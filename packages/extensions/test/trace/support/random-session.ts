import fc from 'fast-check';
import type { ClientPorts } from '../../../src/client/client-ports.ts';
import { initialized } from '../../support/memory-client.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { Host, type HostStep } from './host.ts';
import { lineServers, type LineServer } from './line-server.ts';

/** What a server does by itself; `nth` chooses among the calls that it was sent, answered or not. */
type ServerStep =
  | { readonly server: 'answer' | 'refuse' | 'spoil' | 'string-id' | 'progress' | 'glue'; readonly nth: number }
  | { readonly server: 'notify' | 'noise' | 'bytes' | 'question' | 'stranger' | 'stderr' }
  | { readonly server: 'exit' };

export type SessionStep = HostStep | ServerStep;

const ms = fc.integer({ min: 1, max: 60 });
const nth = fc.nat({ max: 5 });
const call = fc.record({
  do: fc.constant('call' as const),
  tool: fc.constantFrom('echo', 'slow'),
  args: fc.record({ text: fc.string({ maxLength: 12 }) }),
  timeoutMs: ms,
});

const hostSteps: fc.Arbitrary<HostStep> = fc.oneof(
  { weight: 4, arbitrary: call },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('abort' as const), call: fc.integer({ min: 1, max: 6 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('time' as const), ms }) },
  { weight: 1, arbitrary: fc.constantFrom<HostStep>({ do: 'ping' }, { do: 'list' }) },
);
const serverSteps: fc.Arbitrary<ServerStep> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ server: fc.constant('answer' as const), nth }) },
  {
    weight: 3,
    arbitrary: fc.record({
      server: fc.constantFrom('refuse' as const, 'spoil' as const),
      nth,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      server: fc.constantFrom('notify' as const, 'noise' as const, 'bytes' as const, 'stranger' as const),
    }),
  },
);

/** A session whose order says everything: nothing in it depends on how long the server took. */
export const orderedSession: fc.Arbitrary<readonly SessionStep[]> = fc.array(fc.oneof(hostSteps, serverSteps), {
  maxLength: 30,
});

/** A session where times matter, too. */
export const timedSession: fc.Arbitrary<readonly SessionStep[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.oneof(hostSteps, serverSteps) },
    { weight: 1, arbitrary: call.map((one) => ({ ...one, resetTimeoutOnProgress: true })) },
    {
      weight: 2,
      arbitrary: fc.record({
        // A call whose answer seems to be there, and cannot be believed, waits for a better one for a while.
        server: fc.constantFrom('progress' as const, 'string-id' as const, 'glue' as const),
        nth,
      }),
    },
    { weight: 1, arbitrary: fc.constantFrom<ServerStep>({ server: 'question' }, { server: 'exit' }) },
  ),
  { maxLength: 30 },
);

const isHostStep = (step: SessionStep): step is HostStep => 'do' in step;

/** A server that answers what every client asks, and else does as it is told. */
export function obedientServer(): { readonly connect: ClientPorts['connect']; readonly servers: LineServer[] } {
  return lineServers(({ id, method }, server) => {
    if (method === 'initialize') server.answer(id, initialized);
    else if (method === 'tools/list') server.answer(id, { tools: [{ name: 'echo' }, { name: 'slow' }] });
    else if (method === 'ping') server.answer(id, {});
  });
}

/** A host of a client that is ready. A step takes a millisecond, so that no two things happen at the same time. */
export async function readyHost(
  connect: ClientPorts['connect'],
  clock: ManualClock = new ManualClock(),
): Promise<Host> {
  const handlers = { 'roots/list': () => ({ roots: [] }) };
  const host = new Host(connect, clock, { handlers, capabilities: { roots: {} } });
  await host.steps([{ do: 'initialize' }, { do: 'time', ms: 1 }, { do: 'list' }, { do: 'time', ms: 1 }]);
  return host;
}

/** Plays all of it; a replay is given the host's part alone, and the same time for the other. */
export async function play(host: Host, steps: readonly SessionStep[], server?: LineServer): Promise<void> {
  for (const step of steps) {
    if (isHostStep(step)) await host.step(step);
    else if (server !== undefined) serverDoes(server, step);
    await host.clock.advance(1);
  }
}

function serverDoes(server: LineServer, step: ServerStep): void {
  const calls = server.sent.filter(({ method }) => method === 'tools/call');
  const id = 'nth' in step ? calls[step.nth % Math.max(1, calls.length)]?.id : undefined;
  const answer = { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: `of ${id}` }] } };
  switch (step.server) {
    case 'answer':
      server.say(answer);
      break;
    case 'refuse':
      server.say({ jsonrpc: '2.0', id, error: { code: -32_000, message: 'the server will not' } });
      break;
    case 'spoil':
      server.say({ jsonrpc: '2.0', id });
      break;
    case 'string-id':
      server.say({ ...answer, id: String(id) });
      break;
    case 'glue':
      server.say(`the server says ${JSON.stringify(answer)}${JSON.stringify(answer)}`);
      break;
    case 'progress':
      server.say({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: id, progress: 1 } });
      break;
    case 'notify':
      server.say({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
      break;
    case 'noise':
      server.say('  a banner: "hello", [1, {2}');
      break;
    case 'bytes':
      server.say(Buffer.from([0x22, 0xff, 0x61, 0x22]));
      break;
    case 'question':
      server.say({ jsonrpc: '2.0', id: `question ${server.sent.length}`, method: 'roots/list' });
      break;
    case 'stranger':
      server.say({ jsonrpc: '2.0', id: 4_711, result: {} });
      break;
    case 'stderr':
      server.onProcess({ type: 'stderr', bytes: 7 });
      break;
    case 'exit':
      server.exit(3);
      break;
  }
}

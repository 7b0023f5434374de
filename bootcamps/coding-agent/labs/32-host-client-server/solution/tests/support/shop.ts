import { openServer, type ServerOptions } from '../../src/server.ts';
import { transportPair, type Transport } from '../../src/transport.ts';

/** A server with one tool that reads and one that writes; its log and what it changed are there to be looked at. */
export function shop(policy: NonNullable<ServerOptions['policy']>): {
  readonly transport: Transport;
  readonly log: readonly string[];
  readonly effects: readonly unknown[];
} {
  const [transport, theirs] = transportPair();
  const [log, effects]: [string[], unknown[]] = [[], []];
  const read = { writes: false, run: () => ({ result: { content: 'read' } }) };
  const erase = { writes: true, run: (args: unknown) => ({ result: { count: effects.push(args) } }) };
  openServer({ transport: theirs, tools: new Map(Object.entries({ read, erase })), policy, log });
  return { transport, log, effects };
}

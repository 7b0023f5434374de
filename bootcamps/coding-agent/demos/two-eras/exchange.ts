import { fileURLToPath } from 'node:url';
import { MessageLayer } from '../calculator/client/message.ts';
import { StdioTransport, type Ending } from '../calculator/client/transport.ts';
import { methodOf, type Direction } from '../support/trace.ts';
import { connect, type Connection, type Era } from './client/connect.ts';

export const serverKinds = ['legacy', 'modern'] as const;
export type ServerKind = (typeof serverKinds)[number];

const scripts: Readonly<Record<ServerKind, string>> = {
  legacy: fileURLToPath(new URL('../calculator/server/calculator.mjs', import.meta.url)),
  modern: fileURLToPath(new URL('server/modern.mjs', import.meta.url)),
};

/** What a line is for: to begin, to list tools, to call one. */
export const steps = ['begin', 'list', 'call'] as const;
export type Step = (typeof steps)[number];

const stepOf: Readonly<Record<string, Step>> = { 'tools/list': 'list', 'tools/call': 'call' };

export interface WireLine {
  readonly step: Step;
  readonly direction: Direction;
  readonly line: string;
}

type Outcome =
  | { readonly kind: 'works'; readonly era: Connection['era']; readonly revision: string; readonly sum: string }
  | { readonly kind: 'fails'; readonly error: unknown };

/** Everything that was said between one client and one server, from the start to the end. */
export interface Exchange {
  readonly client: Era;
  readonly server: ServerKind;
  readonly wire: readonly WireLine[];
  readonly outcome: Outcome;
  /** How each process ended; more than one where the server had to be started again. */
  readonly endings: readonly (Ending | undefined)[];
}

/** Starts the server, connects, asks for the tools, has 6 and 7 added, and closes. Throws nothing that a server does. */
export async function exchange(client: Era, server: ServerKind, signal: AbortSignal): Promise<Exchange> {
  const wire: WireLine[] = [];
  const opened: MessageLayer[] = [];
  let step: Step = 'begin';
  const onWire = (direction: Direction, line: string): void => {
    if (direction === 'sent') step = stepOf[methodOf(line) ?? ''] ?? step;
    wire.push({ step, direction, line });
  };
  const start = (): MessageLayer => {
    const command = { executable: process.execPath, args: [scripts[server]] };
    const messages = new MessageLayer(new StdioTransport(command, { onWire }));
    opened.push(messages);
    return messages;
  };
  const closeAll = (): Promise<(Ending | undefined)[]> => Promise.all(opened.map((messages) => messages.close()));
  const leave = (): void => void closeAll();
  signal.addEventListener('abort', leave, { once: true });
  let outcome: Outcome;
  try {
    const { era, methods } = await connect({ era: client, start });
    await methods.listTools();
    const { text } = await methods.callTool('calculator', { a: 6, b: 7, op: 'add' });
    outcome = { kind: 'works', era, revision: methods.server.revision, sum: text };
  } catch (error) {
    outcome = { kind: 'fails', error };
  }
  const endings = await closeAll();
  signal.removeEventListener('abort', leave);
  return { client, server, wire, outcome, endings };
}

import type { McpClient } from '@coding-agent/extensions';
import { add, calculate, loseServer, takeBack, type Answers, type Lost } from './client/calculate.ts';
import { readRecord, recorded, type Entry } from './record.ts';

export interface ExchangeOptions {
  readonly connect: () => McpClient;
  /** Resolves when the server has gone. */
  readonly hasGone: () => Promise<unknown>;
  /** After that: whoever can, brings it back. Gives a client for it. */
  readonly revive: (client: McpClient) => Promise<McpClient>;
  /** What the server writes down. */
  readonly file: string;
  readonly signal: AbortSignal;
}

/** Everything that was said between a client and a server, from the start to the end. */
export interface Exchange {
  /** When it began. Milliseconds since 1970. */
  readonly startedMs: number;
  /** Up to the moment in which the server has gone. */
  readonly wire: readonly Entry[];
  readonly answers: Answers;
  /** Of the call that was taken back. */
  readonly takenBack: unknown;
  readonly lost: Lost;
  /** 6 + 7 once more. */
  readonly again: string;
  /** What was said for that. */
  readonly wireAgain: readonly Entry[];
  /** Processes that outlived their client (a count). */
  readonly survivors: number;
}

/** The same for both ways. Rejects when something fails that should not. */
export async function exchange({ connect, hasGone, revive, file, signal }: ExchangeOptions): Promise<Exchange> {
  const startedMs = Date.now();
  const client = connect();
  let other = client;
  const leave = (): void => void Promise.all([client.close(), other.close()]);
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  try {
    await client.initialize();
    const answers = await calculate(client);
    const takenBack = await takeBack(client);
    await recorded(file, isTakenBack, signal);
    const lost = await loseServer(client, hasGone);
    const wire = readRecord(file);
    signal.throwIfAborted(); // nothing is started any more
    other = await revive(client);
    if (signal.aborted) leave();
    await other.initialize(); // of a client that has begun already it is nothing new
    const again = await add(other);
    const closed = await Promise.all([client.close(), other.close()]);
    const survivors = closed.flatMap((report) => report.survivors).length;
    const wireAgain = readRecord(file).slice(wire.length);
    return { startedMs, wire, answers, takenBack, lost, again, wireAgain, survivors };
  } finally {
    await Promise.all([client.close(), other.close()]);
    signal.removeEventListener('abort', leave);
  }
}

/** The server has heard that nobody waits any more. */
function isTakenBack(entry: Entry): boolean {
  if (entry.kind === 'closed') return true;
  return entry.kind === 'received' && entry.line.includes('"notifications/cancelled"');
}

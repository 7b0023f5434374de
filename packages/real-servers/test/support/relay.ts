import { createServer, request as ask } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { TestContext } from 'vitest';

/** One request of the client, as it went by. */
export interface Passed {
  /** Of HTTP. */
  readonly method: string;
  /** The method of the message in it; undefined for one without, and until it is here. */
  message: string | undefined;
  readonly sessionId: string | undefined;
  /** What the server answered; undefined before. */
  status: number | undefined;
  /** The answer came to its end; false also for one that the client did not wait for. */
  isWhole: boolean;
}

export interface Relay {
  readonly url: string;
  readonly passed: readonly Passed[];
  /** Connections of the client that are open. */
  readonly connections: ReadonlySet<Socket>;
}

/** Stands between a client and its server, changes nothing, and sees from outside what a client leaves. */
export async function relayTo({ onTestFinished }: Pick<TestContext, 'onTestFinished'>, target: URL): Promise<Relay> {
  const passed: Passed[] = [];
  const connections = new Set<Socket>();
  const server = createServer((incoming, outgoing) => {
    const { method = '', headers } = incoming;
    const { 'mcp-session-id': sessionId } = headers;
    const entry: Passed = {
      method,
      message: undefined,
      sessionId: sessionId?.toString(),
      status: undefined,
      isWhole: false,
    };
    passed.push(entry);
    const terms = { method, headers: { ...headers, host: target.host }, agent: false };
    const onward = ask(target, terms, (answer) => {
      entry.status = answer.statusCode;
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      outgoing.flushHeaders();
      answer.once('end', () => (entry.isWhole = true)).pipe(outgoing);
    });
    onward.once('error', () => outgoing.destroy());
    outgoing.once('close', () => onward.destroy());
    const body: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => body.push(chunk)).once('end', () => (entry.message = methodIn(body)));
    incoming.pipe(onward);
  });
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${target.pathname}`, passed, connections };
}

function methodIn(body: readonly Buffer[]): string | undefined {
  const text = Buffer.concat(body).toString('utf8');
  return text === '' ? undefined : (JSON.parse(text) as { method?: string }).method;
}

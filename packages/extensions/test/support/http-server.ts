import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { TestContext } from 'vitest';
import type { SentMessage } from './memory-transport.ts';

/** One request as it came, whole. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The JSON-RPC message of a POST; undefined for other methods. */
  readonly message: SentMessage | undefined;
  /** The body as it came. */
  readonly text: string;
}

export interface HttpServerBench {
  readonly url: string;
  /** What came, in order. */
  readonly requests: readonly ReceivedRequest[];
  /** Connections that are open. */
  readonly sockets: ReadonlySet<Socket>;
  /** Resolves when no connection is open any more. */
  readonly idle: () => Promise<void>;
}

/** How a server of a test answers; what it does not answer stays open. */
export type Answer = (request: ReceivedRequest, response: ServerResponse) => unknown;

/** A server on this machine that answers as the test says. Closed with the test. */
export async function httpServer(
  context: Pick<TestContext, 'onTestFinished'>,
  answer: Answer,
): Promise<HttpServerBench> {
  const requests: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  const waiting: (() => void)[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const { method = '', url: path = '', headers } = request;
      const isJson = headers['content-type'] === 'application/json';
      const received = { method, path, headers, text, message: isJson ? (JSON.parse(text) as SentMessage) : undefined };
      requests.push(received);
      answer(received, response);
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0) for (const resolve of waiting.splice(0)) resolve();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  context.onTestFinished(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  });
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    requests,
    sockets,
    idle: () => (sockets.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}

/** What was asked, in order: the method of the message, or of HTTP. */
export function asked({ requests }: Pick<HttpServerBench, 'requests'>): string[] {
  return requests.map(({ method, message }) => message?.method ?? (message === undefined ? method : 'an answer'));
}

/** Answers with one JSON text. */
export function json(
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(value));
}

/** Begins a stream of events. */
export function events(
  response: ServerResponse,
  headers: Record<string, string> = {},
): (event: unknown, id?: string) => void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', ...headers });
  response.flushHeaders();
  return (event, id) => {
    const data = typeof event === 'string' ? event : JSON.stringify(event);
    response.write(`${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`);
  };
}

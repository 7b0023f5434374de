import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'vitest';

export interface TicketServer {
  readonly url: string;
  readonly port: number;
  /** What came: method of the message, and the value of `Authorization`. */
  readonly asked: { readonly method: string; readonly authorization: string | undefined }[];
  /** Resolves when no connection is open any more. */
  readonly idle: () => Promise<void>;
}

export interface TicketServerOptions {
  /** Whoever does not say it is refused with 401. */
  readonly token?: string;
}

const search = {
  name: 'search',
  description: 'Finds tickets by their words.',
  inputSchema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
};

type Answers = Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => object>>;

const answers: Answers = {
  'server/discover': () => ({
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: {} },
    _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'tickets', version: '1.2.3' } },
  }),
  'tools/list': () => ({ tools: [search] }),
  'tools/call': ({ arguments: given }) => ({
    content: [{ type: 'text', text: `nothing is found for ${String((given as { query?: string }).query)}` }],
  }),
};

/** A server over Streamable HTTP, of the modern era, on this machine. Closed with the test. */
export async function ticketServer(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  { token }: TicketServerOptions = {},
): Promise<TicketServer> {
  const asked: { method: string; authorization: string | undefined }[] = [];
  const waiting: (() => void)[] = [];
  let open = 0;
  const server = createServer((request, response) => {
    void textOf(request).then((text) => {
      const message = JSON.parse(text) as { id?: number; method: string; params: Record<string, unknown> };
      const { authorization } = request.headers;
      asked.push({ method: message.method, authorization });
      if (token !== undefined && authorization !== `Bearer ${token}`) return response.writeHead(401).end();
      const answer = answers[message.method]?.(message.params);
      const result = { resultType: 'complete', ttlMs: 0, cacheScope: 'private', ...answer };
      const error = { code: -32_601, message: 'there is no such method' };
      const said = { jsonrpc: '2.0', id: message.id, ...(answer === undefined ? { error } : { result }) };
      return response.writeHead(answer === undefined ? 404 : 200, json).end(JSON.stringify(said));
    });
  });
  server.on('connection', (socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
      if (open === 0) for (const resolve of waiting.splice(0)) resolve();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  onTestFinished(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  });
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    port,
    asked,
    idle: () => (open === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}

const json = { 'Content-Type': 'application/json' };

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

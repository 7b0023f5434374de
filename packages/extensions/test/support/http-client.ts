import type { TestContext } from 'vitest';
import type { Diagnostic } from '../../src/rpc/diagnostic.ts';
import { McpClient, type HttpClientOptions } from '../../src/mcp-client.ts';
import { httpServer, json, type Answer, type HttpServerBench } from './http-server.ts';
import { discovered, initialized } from './memory-client.ts';
import type { SentMessage } from './memory-transport.ts';

export interface HttpClientBench {
  readonly client: McpClient;
  readonly server: HttpServerBench;
  readonly diagnostics: Diagnostic[];
}

/** What a server answers to a method, with HTTP 200 and one JSON text; undefined: the next one is asked. */
export type HttpScript = Readonly<Record<string, (message: SentMessage) => unknown>>;

/** A server of the legacy era, in one session. */
export const legacyHttp: HttpScript = {
  initialize: () => initialized,
  'tools/list': () => ({ tools: [{ name: 'echo', inputSchema: { type: 'object' } }] }),
  'tools/call': () => ({ content: [{ type: 'text', text: 'echoed' }] }),
};

/** A server of the modern era. */
export const modernHttp: HttpScript = {
  'server/discover': () => discovered,
  'tools/list': () => ({
    resultType: 'complete',
    tools: [{ name: 'echo', inputSchema: { type: 'object' } }],
    ttlMs: 0,
    cacheScope: 'private',
  }),
  'tools/call': () => ({ resultType: 'complete', content: [{ type: 'text', text: 'echoed' }] }),
};

/** Answers as the script says: 202 to what has no answer, 405 to GET, 404 with -32601 to unknown methods. */
export function answerBy(script: HttpScript, sessionId?: string): Answer {
  return ({ method, message }, response) => {
    if (method === 'DELETE') return response.writeHead(200).end();
    if (method !== 'POST') return response.writeHead(405).end();
    if (message?.id === undefined || message.method === undefined) return response.writeHead(202).end();
    const { id } = message;
    const result = script[message.method]?.(message);
    const headers = message.method === 'initialize' && sessionId !== undefined ? { 'Mcp-Session-Id': sessionId } : {};
    if (result !== undefined) return json(response, { jsonrpc: '2.0', id, result }, 200, headers);
    return json(response, { jsonrpc: '2.0', id, error: { code: -32_601, message: 'no such method' } }, 404);
  };
}

/** How a server of a test answers one call. */
export type CallAnswer = (id: unknown, ...rest: Parameters<Answer>) => unknown;

/** A script that answers calls in a way of its own, with what it answers everything else by. */
export function callsBy(script: HttpScript, call: CallAnswer, session = 's-1'): Answer {
  const usual = answerBy(script, script === legacyHttp ? session : undefined);
  return (received, response) =>
    received.message?.method === 'tools/call'
      ? call(received.message.id, received, response)
      : usual(received, response);
}

/** A client of a server that answers as the test says. Both are closed with the test, and no connection is left open. */
export async function httpClient(
  context: Pick<TestContext, 'onTestFinished'>,
  answer: Answer,
  options: Partial<HttpClientOptions> | ((url: string) => Partial<HttpClientOptions>) = {},
): Promise<HttpClientBench> {
  const server = await httpServer(context, answer);
  const diagnostics: Diagnostic[] = [];
  const client = new McpClient({
    url: server.url,
    onDiagnostic: (diagnostic) => void diagnostics.push(diagnostic),
    ...(typeof options === 'function' ? options(server.url) : options),
  });
  context.onTestFinished(async () => {
    await client.close();
    await server.idle();
  });
  return { client, server, diagnostics };
}

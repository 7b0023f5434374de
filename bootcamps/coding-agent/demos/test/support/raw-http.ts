import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { request, type IncomingHttpHeaders } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const script = fileURLToPath(new URL('../../two-ways/server/http.mjs', import.meta.url));

export interface HttpServer {
  readonly url: string;
  readonly key: string;
  readonly child: ChildProcess;
}

/** The calculator over HTTP. Ends with the test. */
export async function httpServer(words: readonly string[] = []): Promise<HttpServer> {
  const server = await startHttpServer(words);
  onTestFinished(() => void server.child.kill('SIGKILL'));
  return server;
}

/** The same, for more than one test: whoever starts it, ends it. */
export async function startHttpServer(words: readonly string[] = []): Promise<HttpServer> {
  const key = 'a key';
  const child = spawn(process.execPath, [script, ...words], {
    env: { ...process.env, CALCULATOR_KEY: key },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { url, key, child };
}

export const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

export const listMessage = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: meta } };

/** 6 + 7, with more in `_meta`. */
export function callMessage(more: object): typeof listMessage & { readonly params: object } {
  const params = { name: 'calculator', arguments: { a: 6, b: 7, op: 'add' }, _meta: { ...meta, ...more } };
  return { ...listMessage, method: 'tools/call', params };
}

export interface RawRequest {
  readonly method?: string;
  readonly path?: string;
  /** Instead of those that are right; undefined takes one away. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly message?: { readonly method: string; readonly params: object };
  /** Instead of the message. */
  readonly body?: string;
}

export interface RawAnswer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The text as JSON; undefined where it is none. */
  readonly body: unknown;
}

/** One request, all of it right but for what is given. Rejects when the connection is lost. */
export function exchangeRaw({ url, key }: HttpServer, raw: RawRequest): Promise<RawAnswer> {
  const { method = 'POST', message = listMessage, body = JSON.stringify(message), path = '/mcp' } = raw;
  const name = 'name' in message.params ? String(message.params.name) : undefined;
  const right = {
    Authorization: `Bearer ${key}`,
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': message.method,
    'Mcp-Name': name,
  };
  const headers = Object.fromEntries(
    Object.entries({ ...right, ...raw.headers }).flatMap(([header, value]) =>
      value === undefined ? [] : [[header, value]],
    ),
  );
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, url), { method, headers, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.once('error', reject).once('end', () => {
        resolve({ status: answer.statusCode, headers: answer.headers, text, body: parsed(text) });
      });
    });
    sent.once('error', reject).end(method === 'GET' ? undefined : body);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// The server of make-server.mjs over Streamable HTTP, on this machine alone; its address is the first line on stdout.
// `--modern-only` refuses the legacy era.
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { makeServer } from './make-server.mjs';

const handler = createMcpHandler(makeServer, {
  legacy: process.argv.includes('--modern-only') ? 'reject' : 'stateless',
});

/**
 * A request of Node as one of the web's, which ends with its connection.
 *
 * @param {import('node:http').IncomingMessage} request
 * @param {AbortSignal} signal
 */
function webRequest(request, signal) {
  const { method = 'GET', url = '/', headers } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(new URL(url, `http://${headers.host}`), {
    method,
    headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
    ...(hasBody && { body: Readable.toWeb(request), duplex: 'half' }),
    signal,
  });
}

const server = createServer((request, response) => {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  void handler.fetch(webRequest(request, gone.signal)).then(
    async (answer) => {
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.flushHeaders();
      for await (const chunk of answer.body ?? []) response.write(chunk);
      response.end();
    },
    () => response.destroy(),
  );
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/mcp\n`);
});
process.stdin.resume().once('end', () => process.exit(0));

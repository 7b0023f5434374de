import { expect } from 'vitest';
import { answerBy, httpClient, modernHttp } from '../support/http-client.ts';
import { httpServer } from '../support/http-server.ts';
import { errorOf } from '../support/peer.ts';
import { verifies } from './verifies.ts';

const modern = answerBy(modernHttp);

verifies(
  'E-05',
  'a redirect within the origin is followed, by the same message with the same headers',
  async (context) => {
    const { client, server } = await httpClient(
      context,
      (received, response) =>
        received.path === '/mcp' ? response.writeHead(307, { Location: '/there' }).end() : modern(received, response),
      { headers: { 'X-Key': 'k' } },
    );
    await client.initialize();
    expect(server.requests.map(({ path, message, headers }) => [path, message?.method, headers['x-key']])).toEqual([
      ['/mcp', 'server/discover', 'k'],
      ['/there', 'server/discover', 'k'],
    ]);
  },
);

for (const status of [301, 302, 303, 307, 308]) {
  verifies(
    'E-05',
    `a redirect to another origin (${status}) is not followed, and gets nothing of ours`,
    async (context) => {
      const other = await httpServer(context, modern);
      const { client } = await httpClient(
        context,
        (_received, response) => response.writeHead(status, { Location: other.url }).end(),
        { headers: { 'X-Key': 'top-secret-token-1' } },
      );
      const error = await errorOf(client.initialize());
      expect(error).toMatchObject({ code: 'MCP_HTTP_ERROR', httpStatus: status });
      expect(other.requests).toEqual([]);
      expect(other.sockets.size).toBe(0);
    },
  );
}

for (const [what, location, said] of [
  ['that has no end', '/mcp', 'more than 3'],
  ['that does not say where to', undefined, 'where to'],
  ['to what is no address', 'http://[', 'where to'],
] as const) {
  verifies('E-05', `a redirect ${what} is an error that says so`, async (context) => {
    const { client } = await httpClient(context, (_received, response) =>
      response.writeHead(308, location === undefined ? {} : { Location: location }).end(),
    );
    const error = await errorOf(client.initialize());
    expect(error).toMatchObject({ code: 'MCP_HTTP_ERROR', httpStatus: 308 });
    expect(error.message).toContain(said);
  });
}

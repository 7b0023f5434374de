import type { ServerResponse } from 'node:http';
import { describe, expect } from 'vitest';
import { McpClient, McpClientError, type McpClientOptions } from '../../src/index.ts';
import { httpRows, type HttpEraRow, type HttpReply } from '../eras/support/http-rows.ts';
import { answerBy, legacyHttp, modernHttp } from '../support/http-client.ts';
import { events, httpServer, json, type Answer } from '../support/http-server.ts';
import { olderServer } from '../support/older-server.ts';
import type { SentMessage } from '../support/memory-transport.ts';
import { verifies } from './verifies.ts';

function give(reply: HttpReply, { id: asked }: SentMessage, response: ServerResponse): void {
  if (reply === 'silent') return;
  if (reply === 'reset') return void response.destroy();
  if ('event' in reply) {
    events(response)({ jsonrpc: '2.0', id: asked, ...reply.event });
    return void response.end();
  }
  if ('json' in reply) {
    const { id = asked } = reply;
    return json(response, { jsonrpc: '2.0', id, ...reply.json }, reply.status);
  }
  const { status, type, location, text } = reply;
  response.writeHead(status, { ...(type && { 'Content-Type': type }), ...(location && { Location: location }) });
  return void response.end(text);
}

/** The server of a row; what the row does not say is said as a server of both eras says it. */
function answering({ discover, initialize, isOlder }: Pick<HttpEraRow, 'discover' | 'initialize' | 'isOlder'>): Answer {
  const older = isOlder && olderServer(legacyHttp);
  const usual = answerBy({ ...legacyHttp, ...modernHttp, 'server/discover': () => undefined });
  let discoveries = 0;
  return (request, response) => {
    const { method, path, message } = request;
    if (older && (method === 'GET' || path !== '/mcp')) return older.answer(request, response);
    if (message?.method === 'server/discover') {
      const reply = discoveries === 0 ? discover?.[0] : (discover?.[1] ?? discover?.[0]);
      discoveries += 1;
      if (reply !== undefined) return give(reply, message, response);
    }
    if (message?.method === 'initialize' && initialize !== undefined) return give(initialize, message, response);
    return usual(request, response);
  };
}

/** A client begins, uses the server if it may, and closes. */
async function meet(options: McpClientOptions): Promise<{ readonly ending: string; readonly error?: unknown }> {
  const client = new McpClient(options);
  try {
    const { era } = await client.initialize();
    expect(await client.callTool('echo')).toMatchObject({ content: [{ text: 'echoed' }] });
    return { ending: era };
  } catch (error) {
    if (!(error instanceof McpClientError)) throw error;
    expect([client.server, client.pendingCount]).toEqual([undefined, 0]);
    return { ending: error.reason === undefined ? error.code : `${error.code} (${error.reason})`, error };
  } finally {
    await client.close();
  }
}

describe('the era of a server over HTTP', () => {
  for (const row of httpRows) {
    const { era = 'auto', ending, asked } = row;
    verifies('C-08', `${row.server} (era ${era}): ${ending}, by ${asked.join(', ')}`, async (context) => {
      const server = await httpServer(context, answering(row));
      // The one row that waits for the end of the time is the one about silence.
      const isSilent = row.discover?.[0] === 'silent';
      const timeouts = isSilent ? { probeMs: 1, handshakeMs: 100 } : {};
      const met = await meet({ url: server.url, era, timeouts });
      expect(met.ending).toBe(ending);
      const said = server.requests.map(({ method, message }) => message?.method ?? method);
      expect(said.slice(0, asked.length)).toEqual(asked);
      const more = said.slice(asked.length).filter((what) => what !== 'GET'); // of what is said unasked, in the legacy era
      const hasBegun = ending === 'legacy' || ending === 'modern';
      const rest = [...(ending === 'legacy' ? ['notifications/initialized'] : []), 'tools/list', 'tools/call'];
      expect(more).toEqual(hasBegun ? rest : []);
      if (row.error !== undefined) expect(met.error).toMatchObject(row.error);
    });
  }

  verifies('C-08', 'is not what an address says at which nobody listens', async (context) => {
    const server = await httpServer(context, answering({}));
    const { ending, error } = await meet({ url: 'http://127.0.0.1:9/mcp' });
    expect([ending, server.requests]).toEqual(['MCP_CONNECTION_FAILED', []]);
    expect(error).toMatchObject({ outcome: 'not-sent' });
  });

  verifies(
    'C-08',
    'is asked for again by the next client, when the last one could not find it out',
    async (context) => {
      let isUp = false;
      const usual = answerBy(modernHttp);
      const server = await httpServer(context, (request, response) =>
        isUp ? usual(request, response) : response.writeHead(503).end(),
      );
      expect(await meet({ url: server.url })).toMatchObject({ ending: 'MCP_HTTP_ERROR' });
      isUp = true;
      expect(await meet({ url: server.url })).toEqual({ ending: 'modern' });
      expect(server.requests.map(({ message }) => message?.method)).not.toContain('initialize');
    },
  );
});

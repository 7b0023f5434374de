import { describe, expect, vi } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { answerBy, callsBy, httpClient, legacyHttp, modernHttp } from '../support/http-client.ts';
import { events, json } from '../support/http-server.ts';
import { discovered, initialized } from '../support/memory-client.ts';
import { errorOf } from '../support/peer.ts';
import { verifies } from './verifies.ts';

const done = { resultType: 'complete', content: [{ type: 'text', text: 'done' }] };

/** The value of a header as it was meant. */
function meant(value: unknown): string {
  const [, base64] = /^=\?base64\?(.*)\?=$/.exec(String(value)) ?? [];
  return base64 === undefined ? String(value) : Buffer.from(base64, 'base64').toString('utf8');
}

describe('HTTP in both eras', () => {
  verifies('E-05', 'each message is a POST of its own, that takes both kinds of answers', async (context) => {
    for (const script of [{ ...legacyHttp, ping: () => ({}) }, modernHttp]) {
      const { client, server } = await httpClient(context, answerBy(script, 's-1'));
      await client.initialize();
      await Promise.all([client.callTool('echo'), client.callTool('echo'), client.ping()]);
      const posts = server.requests.filter(({ method }) => method === 'POST');
      for (const { headers, message } of posts) {
        expect(message).toMatchObject({ jsonrpc: '2.0', method: expect.any(String) });
        expect(headers).toMatchObject({ 'content-type': 'application/json', 'accept-encoding': 'identity' });
        expect(headers.accept?.split(/ *, */)).toEqual(['application/json', 'text/event-stream']);
      }
      expect(new Set(posts.map(({ message }) => message?.id)).size).toBeGreaterThan(4);
    }
  });

  verifies(
    'E-05',
    'an answer is one JSON text or the end of a stream, whatever its type is written like',
    async (context) => {
      const types = [
        'application/json',
        'Application/JSON; charset=UTF-8',
        'text/event-stream',
        'TEXT/Event-Stream;x="y"',
      ];
      let next = 0;
      const answer = callsBy(modernHttp, (id, _received, response) => {
        const type = types[next] ?? '';
        next += 1;
        const text = JSON.stringify({ jsonrpc: '2.0', id, result: done });
        response.writeHead(200, ['CONTENT-type', type]);
        response.end(type.toLowerCase().includes('json') ? text : `event: message\r\ndata: ${text}\r\n\r\n`);
      });
      const { client } = await httpClient(context, answer);
      await client.initialize();
      for (const type of types) {
        expect(await client.callTool('echo'), type).toMatchObject({ content: [{ text: 'done' }] });
      }
    },
  );

  verifies('E-05', 'comments in a stream and events of other kinds say nothing', async (context) => {
    const answer = callsBy(modernHttp, (id, _received, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write(`: hello\n\n:\n\nevent: odd\ndata: {"jsonrpc":"2.0","id":${Number(id)},"result":{}}\n\ndata:\n\n`);
      response.end(`: still here\nretry: 1\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, result: done })}\n\n`);
    });
    const { client } = await httpClient(context, answer);
    await client.initialize();
    expect(await client.callTool('echo')).toMatchObject({ content: [{ text: 'done' }] });
  });

  verifies('E-05', 'names of headers have no case', async (context) => {
    const usual = answerBy(legacyHttp);
    const { client, server } = await httpClient(context, (received, response) => {
      const { message } = received;
      if (message?.method !== 'initialize') return usual(received, response);
      const text = JSON.stringify({ jsonrpc: '2.0', id: message.id, result: initialized });
      return response.writeHead(200, ['mCP-sESSION-iD', 's-7', 'CONTENT-TYPE', 'application/json']).end(text);
    });
    await client.initialize();
    await client.listTools();
    expect(server.requests.at(-1)?.headers['mcp-session-id']).toBe('s-7');
  });
});

describe('HTTP in the modern era', () => {
  verifies('E-05', 'every request says its revision and its method in headers, as in its body', async (context) => {
    const { client, server } = await httpClient(context, answerBy(modernHttp));
    await client.initialize();
    await client.callTool('echo');
    await client.ping();
    expect(server.requests.length).toBeGreaterThan(3);
    for (const { headers, message } of server.requests) {
      const meta = message?.params?.['_meta'] as Record<string, unknown>;
      expect(headers['mcp-protocol-version']).toBe(meta['io.modelcontextprotocol/protocolVersion']);
      expect(headers['mcp-method']).toBe(message?.method);
    }
  });

  verifies('E-05', 'what a request is about stands in a header, in a way that a header can hold', async (context) => {
    const names = ['plain', ' a', 'a ', 'dépôt', 'a\tb', 'line\nfeed', '=?base64?aGk=?=', '=?BASE64?aGk=?=', '🙂'];
    const script = {
      ...modernHttp,
      'server/discover': () => ({ ...discovered, capabilities: { tools: {}, resources: {}, prompts: {} } }),
      'resources/read': () => ({ resultType: 'complete', contents: [] }),
      'prompts/get': () => ({ resultType: 'complete', messages: [] }),
    };
    const { client, server } = await httpClient(context, answerBy(script), { allowUnlistedTools: true });
    await client.initialize();
    for (const name of names) {
      await client.callTool(name);
      expect(meant(server.requests.at(-1)?.headers['mcp-name'])).toBe(name);
    }
    expect(server.requests.at(-1)?.headers['mcp-name']).toMatch(/^[\x20-\x7e]+$/);
    await client.request('resources/read', { uri: 'file:///ü' });
    expect(meant(server.requests.at(-1)?.headers['mcp-name'])).toBe('file:///ü');
    await client.request('prompts/get', { name: 'audit' });
    expect(server.requests.at(-1)?.headers['mcp-name']).toBe('audit');
    await client.listTools();
    expect(server.requests.at(-1)?.headers).not.toHaveProperty('mcp-name');
  });

  verifies(
    'E-05',
    'arguments that a tool wants in headers go there too, and those that are missing do not',
    async (context) => {
      const properties = {
        region: { type: 'string', 'x-mcp-header': 'Region' },
        size: { type: 'integer', 'x-mcp-header': 'Size' },
        deep: { type: 'object', properties: { dry: { type: 'boolean', 'x-mcp-header': 'Dry-Run' } } },
        other: { type: 'string' },
      };
      const tools = [{ name: 'echo', inputSchema: { type: 'object', properties } }];
      const script = { ...modernHttp, 'tools/list': () => ({ resultType: 'complete', tools }) };
      const { client, server } = await httpClient(context, answerBy(script));
      await client.initialize();
      const headersFor = async (args: Record<string, unknown>): Promise<string[]> => {
        await client.callTool('echo', args);
        const { headers = {} } = server.requests.at(-1) ?? {};
        const names = Object.keys(headers).filter((name) => name.startsWith('mcp-param-'));
        return names.map((name) => `${name}: ${meant(headers[name])}`).toSorted();
      };
      expect(await headersFor({ region: 'é', size: 42, deep: { dry: false }, other: 'x' })).toEqual([
        'mcp-param-dry-run: false',
        'mcp-param-region: é',
        'mcp-param-size: 42',
      ]);
      expect(await headersFor({ region: '', size: null, deep: {} })).toEqual(['mcp-param-region: ']);
      expect(await headersFor({})).toEqual([]);
    },
  );

  verifies('E-05', 'a tool that names its headers in a wrong way is left out, and told', async (context) => {
    const wants = (name: unknown, schema: object = { type: 'string' }): object => ({
      properties: { a: { ...schema, 'x-mcp-header': name } },
    });
    const bad: Record<string, object> = {
      empty: wants(''),
      'no-token': wants('a b'),
      'no-name': wants(7),
      number: wants('A', { type: 'number' }),
      object: wants('A', { type: 'object' }),
      twice: { properties: { a: { type: 'string', 'x-mcp-header': 'A' }, b: { type: 'string', 'x-mcp-header': 'a' } } },
      items: { properties: { a: { type: 'array', items: { type: 'string', 'x-mcp-header': 'A' } } } },
      branch: { anyOf: [wants('A')] },
      definition: { $defs: { a: { type: 'string', 'x-mcp-header': 'A' } } },
    };
    const tools = Object.entries({ ...bad, good: wants('A') }).map(([name, schema]) => ({
      name,
      inputSchema: { type: 'object', ...schema },
    }));
    const script = { ...modernHttp, 'tools/list': () => ({ resultType: 'complete', tools }) };
    const { client, diagnostics } = await httpClient(context, answerBy(script));
    await client.initialize();
    const list = await client.listTools();
    expect(list.tools.map(({ name }) => name)).toEqual(['good']);
    expect(list.rejected.map(({ name, reason }) => [name, reason.includes('x-mcp-header')])).toEqual(
      Object.keys(bad).map((name) => [name, true]),
    );
    expect(diagnostics).toHaveLength(Object.keys(bad).length);
    expect(await errorOf(client.callTool('number'))).toMatchObject({ code: 'MCP_UNKNOWN_TOOL' });
  });

  verifies('E-05', 'a call whose headers do not fit is sent once more, after a look at the list', async (context) => {
    for (const isMended of [true, false]) {
      let lists = 0;
      const properties = { region: { type: 'string', 'x-mcp-header': 'Region' } };
      const script = {
        ...modernHttp,
        'tools/list': () => {
          lists += 1;
          const inputSchema = lists === 1 ? { type: 'object' } : { type: 'object', properties };
          return { resultType: 'complete', tools: [{ name: 'echo', inputSchema }] };
        },
      };
      const answer = callsBy(script, (id, { headers }, response) => {
        const isFine = isMended && headers['mcp-param-region'] === 'north';
        if (isFine) return json(response, { jsonrpc: '2.0', id, result: done });
        return json(response, { jsonrpc: '2.0', id, error: { code: -32_020, message: 'Mcp-Param-Region' } }, 400);
      });
      const { client, server } = await httpClient(context, answer);
      await client.initialize();
      const ended = await client.callTool('echo', { region: 'north' }).catch((error: unknown) => error);
      expect(ended).toMatchObject(
        isMended ? { content: [{ text: 'done' }] } : { code: 'MCP_ERROR', remoteCode: -32_020 },
      );
      const methods = server.requests.map(({ message }) => message?.method);
      expect(methods).toEqual(['server/discover', 'tools/list', 'tools/call', 'tools/list', 'tools/call']);
      const ids = server.requests.map(({ message }) => message?.id);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  verifies(
    'E-05',
    'no session, no stream of its own and no resumption, whatever the server says of them',
    async (context) => {
      const answer = callsBy(modernHttp, (id, _received, response) => {
        const send = events(response, { 'Mcp-Session-Id': 's-1' });
        send({ jsonrpc: '2.0', method: 'notifications/odd' }, 'event-1');
        response.end(`retry: 1\n\n`);
        void id;
      });
      const { client, server } = await httpClient(context, (received, response) => {
        response.setHeader('Mcp-Session-Id', 's-1');
        return answer(received, response);
      });
      await client.initialize();
      expect(await errorOf(client.callTool('echo'))).toMatchObject({
        code: 'MCP_CONNECTION_FAILED',
        outcome: 'unknown',
      });
      await client.close();
      for (const { method, headers } of server.requests) {
        expect([method, headers['mcp-session-id'], headers['last-event-id']]).toEqual(['POST', undefined, undefined]);
      }
      expect(server.requests.filter(({ message }) => message?.method === 'tools/call')).toHaveLength(1);
    },
  );

  verifies(
    'E-05',
    'who does not wait any more closes the connection of its request, and says nothing',
    async (context) => {
      let isLeft = false;
      const answer = callsBy(modernHttp, (_id, _received, response) => response.once('close', () => (isLeft = true)));
      const { client, server } = await httpClient(context, answer);
      await client.initialize();
      await client.listTools();
      const controller = new AbortController();
      const call = errorOf(client.callTool('echo', {}, { signal: controller.signal }));
      await vi.waitFor(() => expect(server.requests.at(-1)?.message?.method).toBe('tools/call'), 10_000);
      controller.abort();
      expect(await call).toMatchObject({ code: 'MCP_ABORTED' });
      await vi.waitFor(() => expect(isLeft).toBe(true), 10_000);
      await client.ping();
      expect(server.requests.map(({ message }) => message?.method)).not.toContain('notifications/cancelled');
    },
  );
});

describe('HTTP in the legacy era', () => {
  verifies('E-05', 'the revision and the session go with everything after the handshake', async (context) => {
    const { client, server } = await httpClient(context, answerBy(legacyHttp, 's-1'), { era: 'legacy' });
    await client.initialize();
    await client.callTool('echo');
    await client.close();
    const said = server.requests.map(({ method, message, headers }) => [
      message?.method ?? method,
      headers['mcp-session-id'],
      headers['mcp-protocol-version'],
    ]);
    expect(said).toEqual([
      ['initialize', undefined, undefined],
      ['notifications/initialized', 's-1', '2025-11-25'],
      ['GET', 's-1', '2025-11-25'],
      ['tools/list', 's-1', '2025-11-25'],
      ['tools/call', 's-1', '2025-11-25'],
      ['DELETE', 's-1', '2025-11-25'],
    ]);
  });

  verifies('E-05', 'a revision that knew no header for it is said in none', async (context) => {
    const script = { ...legacyHttp, initialize: () => ({ ...initialized, protocolVersion: '2025-03-26' }) };
    const { client, server } = await httpClient(context, answerBy(script), { era: 'legacy' });
    await client.initialize();
    await client.listTools();
    expect(server.requests.filter(({ headers }) => 'mcp-protocol-version' in headers)).toEqual([]);
  });

  verifies(
    'E-05',
    'a session that the server has forgotten is the end of the connection, and nothing is sent again',
    async (context) => {
      const answer = callsBy(legacyHttp, (_id, _received, response) => response.writeHead(404).end());
      const { client, server } = await httpClient(context, answer, { era: 'legacy' });
      await client.initialize();
      expect(await errorOf(client.callTool('echo'))).toMatchObject({ code: 'MCP_SESSION_EXPIRED', httpStatus: 404 });
      await client.close();
      expect(server.requests.map(({ method }) => method)).not.toContain('DELETE');
      expect(server.requests.filter(({ message }) => message?.method === 'tools/call')).toHaveLength(1);
      const next = await httpClient(context, answerBy(legacyHttp), { era: 'legacy', url: server.url });
      await next.client.initialize();
      expect(server.requests.findLast(({ message }) => message?.method === 'initialize')?.headers).not.toHaveProperty(
        'mcp-session-id',
      );
    },
  );

  verifies(
    'E-05',
    'a stream that ends before its answer is gone on with, after the time that the server wants',
    async (context) => {
      const timers = vi.spyOn(systemClock, 'setTimer');
      context.onTestFinished(() => timers.mockRestore());
      const usual = callsBy(legacyHttp, (id, _received, response) => {
        const send = events(response);
        response.write('retry: 151\n');
        send('', `${Number(id)}-1`);
        response.end();
      });
      const { client, server } = await httpClient(
        context,
        (received, response) => {
          const from = received.headers['last-event-id'];
          if (received.method !== 'GET' || from === undefined) return usual(received, response);
          const [id] = String(from).split('-');
          events(response)({ jsonrpc: '2.0', id: Number(id), result: done });
          return response.end();
        },
        { era: 'legacy' },
      );
      await client.initialize();
      expect(await client.callTool('echo')).toMatchObject({ content: [{ text: 'done' }] });
      const { method, headers } = server.requests.at(-1) ?? {};
      expect([method, headers?.accept, headers?.['mcp-session-id']]).toEqual(['GET', 'text/event-stream', 's-1']);
      expect(timers.mock.calls.filter(([ms]) => ms === 151)).toHaveLength(1);
    },
  );

  verifies('E-05', 'who does not wait any more says so, and closing a connection means nothing', async (context) => {
    const answer = callsBy(legacyHttp, () => undefined);
    const { client, server } = await httpClient(context, answer, { era: 'legacy' });
    await client.initialize();
    await client.listTools();
    const controller = new AbortController();
    const call = errorOf(client.callTool('echo', {}, { signal: controller.signal }));
    await vi.waitFor(() => expect(server.requests.at(-1)?.message?.method).toBe('tools/call'), 10_000);
    const { id } = server.requests.at(-1)?.message ?? {};
    controller.abort();
    expect(await call).toMatchObject({ code: 'MCP_ABORTED' });
    await vi.waitFor(
      () =>
        expect(server.requests.at(-1)?.message).toMatchObject({
          method: 'notifications/cancelled',
          params: { requestId: id },
        }),
      10_000,
    );
  });

  verifies('E-05', 'a session is ended, and a server that ends its sessions itself may say so', async (context) => {
    for (const status of [200, 204, 405, 500]) {
      const usual = answerBy(legacyHttp, 's-1');
      const { client, server } = await httpClient(
        context,
        (received, response) =>
          received.method === 'DELETE' ? response.writeHead(status).end() : usual(received, response),
        { era: 'legacy' },
      );
      await client.initialize();
      expect(await client.close()).toEqual({ survivors: [] });
      expect(server.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
    }
  });
});

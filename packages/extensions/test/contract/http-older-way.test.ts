import { describe, expect } from 'vitest';
import { httpClient, legacyHttp } from '../support/http-client.ts';
import { json } from '../support/http-server.ts';
import { initialized } from '../support/memory-client.ts';
import { naming, olderServer } from '../support/older-server.ts';
import { errorOf } from '../support/peer.ts';
import { verifies } from './verifies.ts';

const older = {
  ...legacyHttp,
  ping: () => ({}),
  initialize: () => ({ ...initialized, protocolVersion: '2024-11-05' }),
};

describe('a server of 2024-11-05', () => {
  verifies('E-05', 'is found after both of the newer ways, and used by its stream and its address', async (context) => {
    const { answer } = olderServer(older);
    const { client, server } = await httpClient(context, answer, { headers: { 'X-Key': 'k' } });
    expect(await client.initialize()).toMatchObject({ era: 'legacy', protocolVersion: '2024-11-05' });
    expect(await client.callTool('echo')).toMatchObject({ content: [{ text: 'echoed' }] });
    expect(await client.close()).toEqual({ survivors: [] });
    const address = '/messages?session=secret-of-session';
    expect(server.requests.map(({ method, path, message }) => [method, path, message?.method])).toEqual([
      ['POST', '/mcp', 'server/discover'],
      ['POST', '/mcp', 'initialize'],
      ['GET', '/mcp', undefined],
      ['POST', address, 'initialize'],
      ['POST', address, 'notifications/initialized'],
      ['POST', address, 'tools/list'],
      ['POST', address, 'tools/call'],
    ]);
    for (const { headers } of server.requests.slice(2)) {
      expect([headers['x-key'], headers['mcp-protocol-version'], headers['mcp-session-id']]).toEqual([
        'k',
        undefined,
        undefined,
      ]);
    }
  });

  verifies('E-05', 'is looked for after three statuses, in the legacy era alone too', async (context) => {
    for (const status of [400, 404, 405]) {
      const { answer } = olderServer(older, { status });
      const { client, server } = await httpClient(context, answer, { era: 'legacy' });
      expect(await client.initialize()).toMatchObject({ era: 'legacy', protocolVersion: '2024-11-05' });
      const [first, second] = server.requests.map(({ method, path }) => `${method} ${path}`);
      expect([first, second]).toEqual(['POST /mcp', 'GET /mcp']);
    }
  });

  verifies('E-05', 'is not looked for after any other status', async (context) => {
    for (const status of [401, 403, 406, 410, 429, 500, 503]) {
      const { answer } = olderServer(older, { status });
      const { client, server } = await httpClient(context, answer, { era: 'legacy' });
      expect(await errorOf(client.initialize())).toMatchObject({ httpStatus: status });
      expect(server.requests.map(({ method }) => method)).toEqual(['POST']);
    }
  });

  verifies(
    'E-05',
    'may have a stream that is refused for a while: that is what is told, and for how long',
    async (context) => {
      for (const [status, told] of [
        [503, { httpStatus: 503, retryAfterMs: 7_000 }],
        [429, { httpStatus: 429, retryAfterMs: 7_000 }],
        [404, { httpStatus: 405 }],
      ] as const) {
        const { client } = await httpClient(context, ({ method }, response) =>
          response.writeHead(method === 'GET' ? status : 405, { 'Retry-After': '7' }).end(),
        );
        expect(await errorOf(client.initialize()), String(status)).toMatchObject({ code: 'MCP_HTTP_ERROR', ...told });
      }
    },
  );

  verifies('E-05', 'is not looked for after an error that only modern servers have', async (context) => {
    for (const [code, data] of [[-32_020], [-32_021], [-32_022, { supported: ['2026-07-28'] }]] as const) {
      const { client, server } = await httpClient(
        context,
        ({ message }, response) =>
          json(response, { jsonrpc: '2.0', id: message?.id, error: { code, message: 'no', data } }, 400),
        { era: 'legacy' },
      );
      expect(await errorOf(client.initialize())).toMatchObject({ phase: 'initialize' });
      expect(server.requests.map(({ method }) => method)).toEqual(['POST']);
    }
  });

  verifies('E-05', 'without a stream it is not there: what was said before is the error', async (context) => {
    for (const status of [404, 405, 200] as const) {
      const { client, server } = await httpClient(
        context,
        ({ method }, response) =>
          method === 'GET'
            ? response.writeHead(status, { 'Content-Type': 'text/html' }).end('<html>not here</html>')
            : response.writeHead(404).end('no such page'),
        { era: 'legacy' },
      );
      const error = await errorOf(client.initialize());
      expect(error).toMatchObject({ code: 'MCP_HTTP_ERROR', httpStatus: 404 });
      expect(error.message).toContain('no such page');
      expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
    }
  });

  verifies('E-05', 'whose stream wants us to be somebody says so', async (context) => {
    const { client } = await httpClient(
      context,
      ({ method }, response) => response.writeHead(method === 'GET' ? 401 : 405).end(),
      { era: 'legacy' },
    );
    expect(await errorOf(client.initialize())).toMatchObject({ code: 'MCP_UNAUTHORIZED', httpStatus: 401 });
  });

  verifies('E-05', 'that names no address on its stream is not there, after a while', async (context) => {
    for (const beginning of ['', ': hello\n\n']) {
      const { answer } = olderServer(older, { beginning });
      const { client } = await httpClient(context, answer, { era: 'legacy', connectMs: 100 });
      expect(await errorOf(client.initialize())).toMatchObject({ code: 'MCP_HTTP_ERROR', httpStatus: 404 });
    }
  });

  verifies(
    'E-05',
    'waits while somebody is asked for the right to speak, longer than a server may take',
    async (context) => {
      const connectMs = 1_000;
      /** Each asks a person. */
      const later = <T>(value: T): Promise<T> => new Promise((resolve) => setTimeout(resolve, connectMs + 100, value));
      let isStream = false;
      let token = 'Bearer 123456789';
      const { answer } = olderServer(older);
      const { client } = await httpClient(
        context,
        (received, response) => {
          isStream ||= received.method === 'POST' && received.path === '/mcp';
          if (received.method !== 'GET' || received.headers.authorization === 'Bearer 987654321') {
            return answer(received, response);
          }
          isStream = false;
          return response.writeHead(401).end();
        },
        {
          era: 'legacy',
          connectMs,
          authorization: {
            header: () => (isStream ? later(token) : token),
            refused: () => {
              token = 'Bearer 987654321';
              return later(true);
            },
          },
        },
      );
      expect(await client.initialize()).toMatchObject({ era: 'legacy', protocolVersion: '2024-11-05' });
    },
  );

  verifies('E-05', 'that begins its stream by a message is not there', async (context) => {
    const beginning = `data: {"jsonrpc":"2.0","method":"notifications/odd"}\n\n${naming('/messages')}`;
    const { answer } = olderServer(older, { beginning });
    const { client, server } = await httpClient(context, answer, { era: 'legacy' });
    expect(await errorOf(client.initialize())).toMatchObject({ code: 'MCP_HTTP_ERROR', httpStatus: 404 });
    expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
  });
});

describe('the address that a stream names', () => {
  const hostile = [
    'http://127.0.0.1:9/messages',
    'https://example.com/messages',
    '//example.com/messages',
    String.raw`\\example.com/messages`,
    String.raw`/\example.com/messages`,
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/plain,x',
    'http://',
    ' ',
    `/messages?${'x'.repeat(3_000)}`,
  ];
  for (const endpoint of hostile) {
    const shown = endpoint.slice(0, 40);
    verifies('E-05', `is refused when it is "${shown}": nothing is sent to it`, async (context) => {
      const { answer } = olderServer(older, { beginning: naming(endpoint) });
      const { client, server } = await httpClient(context, answer, {
        era: 'legacy',
        authorization: { header: () => 'Bearer secret-of-the-user' },
      });
      const error = await errorOf(client.initialize());
      expect(error).toMatchObject({ code: 'MCP_HANDSHAKE_FAILED', reason: 'malformed', phase: 'initialize' });
      expect(error.message).toContain('the address that the server gives');
      expect(error.message).not.toContain('example.com');
      expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
    });
  }

  verifies('E-05', 'is read from where the stream is, and gets what every message gets', async (context) => {
    const address = '/messages?session=secret-of-session';
    const named = [address, address.slice(1), `.${address}`, `http://user:word@HOST${address}#part`];
    for (const endpoint of named) {
      let host = '';
      const { answer } = olderServer(older, { beginning: () => naming(endpoint.replace('HOST', host)) });
      const { client, server } = await httpClient(
        context,
        (received, response) => {
          host = received.headers.host ?? '';
          return answer(received, response);
        },
        { authorization: { header: () => 'Bearer secret-of-the-user' } },
      );
      expect(await client.initialize()).toMatchObject({ era: 'legacy' });
      await client.listTools();
      expect(new Set(server.requests.map(({ headers }) => headers.authorization))).toEqual(
        new Set(['Bearer secret-of-the-user']),
      );
    }
  });

  verifies('E-05', 'is a secret: the name of the session is in it', async (context) => {
    const { answer } = olderServer(older, {
      take: ({ method }, response) =>
        method === 'tools/list'
          ? response.writeHead(400).end('no session=secret-of-session')
          : response.writeHead(202).end(),
    });
    const { client } = await httpClient(context, answer, { era: 'legacy' });
    await client.initialize();
    const error = await errorOf(client.listTools());
    expect(error).toMatchObject({ code: 'MCP_HTTP_ERROR', httpStatus: 400, outcome: 'unknown' });
    expect(error.message).not.toContain('secret-of-session');
    await client.ping();
  });

  verifies('E-05', 'is given once: another one changes nothing', async (context) => {
    const beginning = naming('/messages?session=secret-of-session') + naming('https://example.com/');
    const { answer, say } = olderServer(older, { beginning });
    const { client } = await httpClient(context, answer, { era: 'legacy' });
    await client.initialize();
    say({ jsonrpc: '2.0', method: 'notifications/odd' });
    expect(await client.callTool('echo')).toMatchObject({ content: [{ text: 'echoed' }] });
  });
});

const echo = { result: { content: [{ type: 'text', text: 'echoed' }] } };

describe('the stream', () => {
  verifies('E-05', 'is the connection: with it whatever waits is over, and the client', async (context) => {
    const { answer, streams } = olderServer({ ...older, 'tools/call': () => undefined });
    const ends: string[] = [];
    const { client, server } = await httpClient(context, answer, {
      era: 'legacy',
      onEnd: ({ code }) => ends.push(code),
    });
    await client.initialize();
    await client.listTools();
    const calls = [errorOf(client.callTool('echo')), errorOf(client.callTool('echo'))];
    while (server.requests.filter(({ message }) => message?.method === 'tools/call').length < 2) {
      await new Promise(setImmediate);
    }
    streams[0]?.end();
    for (const call of calls) expect(await call).toMatchObject({ code: 'MCP_CONNECTION_FAILED', outcome: 'unknown' });
    expect(await errorOf(client.ping())).toMatchObject({ code: 'MCP_CONNECTION_FAILED', outcome: 'not-sent' });
    await client.close();
    expect([client.state, ends, streams.length]).toEqual(['closed', ['MCP_CONNECTION_FAILED'], 1]);
  });

  verifies(
    'E-05',
    'may bring an answer before its request was taken, and a request that is never taken holds nobody',
    async (context) => {
      const { answer } = olderServer(older, {
        take: ({ method }, response) => (method === 'tools/call' ? undefined : response.writeHead(202).end()),
      });
      const { client } = await httpClient(context, answer, { era: 'legacy' });
      await client.initialize();
      expect(await client.callTool('echo')).toMatchObject({ content: [{ text: 'echoed' }] });
      expect(await client.close()).toEqual({ survivors: [] });
    },
  );

  for (const [what, spoiled] of [
    ['of two kinds', (id: number) => ({ jsonrpc: '2.0', id, ...echo, error: { code: 1, message: 'no' } })],
    ['under another kind of id', (id: number) => ({ jsonrpc: '2.0', id: String(id), ...echo })],
    ['in an array', (id: number) => [{ jsonrpc: '2.0', id, ...echo }]],
    ['behind other words', (id: number) => `answer: ${JSON.stringify({ jsonrpc: '2.0', id, ...echo })}`],
  ] as const) {
    verifies('E-05', `with an answer ${what} ends its request, also one that is never taken`, async (context) => {
      let isFirst = true;
      const { answer, say } = olderServer(
        { ...older, 'tools/call': () => (isFirst ? undefined : echo.result) },
        {
          take: ({ id, method }, response) => {
            if (method !== 'tools/call') return response.writeHead(202).end();
            if (isFirst) return say(spoiled(Number(id)));
            return response.writeHead(202).end();
          },
        },
      );
      const { client } = await httpClient(context, answer, { era: 'legacy', maxConnections: 1 });
      await client.initialize();
      expect(await errorOf(client.callTool('echo'))).toMatchObject({ code: 'MCP_PROTOCOL_ERROR' });
      isFirst = false;
      // The place of the first one.
      expect(await client.callTool('echo', {}, { timeoutMs: 20_000 })).toMatchObject({ content: [{ text: 'echoed' }] });
    });
  }

  verifies('E-05', 'with an event that is larger than any may be is ended', async (context) => {
    const text = 'x'.repeat(200_000);
    const { answer } = olderServer({ ...older, 'tools/call': () => ({ content: [{ type: 'text', text }] }) });
    const { client } = await httpClient(context, answer, { era: 'legacy', limits: { maxLineBytes: 50_000 } });
    await client.initialize();
    expect(await errorOf(client.callTool('echo'))).toMatchObject({ code: 'MCP_MESSAGE_TOO_LARGE' });
  });

  verifies('E-05', 'is closed with the client while it has not begun', async (context) => {
    const { answer, streams } = olderServer(older, { beginning: '' });
    const { client } = await httpClient(context, answer, { era: 'legacy' });
    const handshake = errorOf(client.initialize());
    while (streams.length === 0) await new Promise(setImmediate);
    expect(await client.close()).toEqual({ survivors: [] });
    expect(await handshake).toMatchObject({ code: 'CLIENT_CLOSED' });
  });
});

import type { ServerResponse } from 'node:http';
import { expect, vi, type TestContext } from 'vitest';
import { HeldBytes } from '../../src/http/held-bytes.ts';
import { HttpFailure } from '../../src/http/http-failure.ts';
import { HttpMessages } from '../../src/http/http-messages.ts';
import type { ResolvedHttpOptions } from '../../src/http/http-options.ts';
import { SentSecrets } from '../../src/http/sent-secrets.ts';
import { serverStream } from '../../src/http/server-stream.ts';
import { answerBy, httpClient, legacyHttp, type HttpClientBench } from '../support/http-client.ts';
import { asked } from '../support/http-server.ts';
import { verifies } from './verifies.ts';

const session = answerBy(legacyHttp, 'session-1');

interface RefusingBench extends HttpClientBench {
  readonly seen: { isOver: boolean; asked: number };
  readonly streams: readonly ServerResponse[];
}

/** A server of sessions whose stream can be cut, which may take no token any more; and who is asked for another one, in vain. */
async function refusing(context: Pick<TestContext, 'onTestFinished'>): Promise<RefusingBench> {
  const streams: ServerResponse[] = [];
  const seen = { isOver: false, asked: 0 };
  const bench = await httpClient(
    context,
    (received, response) => {
      if (seen.isOver) return response.writeHead(401).end();
      if (received.method !== 'GET') return session(received, response);
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('retry: 100\n\n');
      return streams.push(response);
    },
    {
      authorization: {
        header: () => 'Bearer token-0123456789',
        refused: () => {
          seen.asked += 1;
          return Promise.reject(new Error('somebody was sent to the browser'));
        },
      },
    },
  );
  await bench.client.initialize();
  await vi.waitFor(() => expect(streams.length).toBe(1), 5_000);
  return { ...bench, seen, streams };
}

verifies('E-05', 'nobody is asked for a new token in order to end a session', async (context) => {
  const { client, server, seen } = await refusing(context);
  seen.isOver = true;
  await client.close();
  expect(asked(server).at(-1)).toBe('DELETE');
  expect(seen.asked).toBe(0);
});

verifies(
  'E-05',
  'for the stream that nobody asked for somebody is asked once, and it is there again when a call is taken',
  async (context) => {
    const { client, diagnostics, seen, streams } = await refusing(context);
    seen.isOver = true;
    streams[0]?.destroy();
    await vi.waitFor(() => expect(seen.asked).toBe(1), 5_000);
    await vi.waitFor(() => expect(diagnostics.length).toBe(1), 5_000);
    expect(diagnostics[0]?.message).toContain('somebody was sent to the browser');
    seen.isOver = false;
    await client.callTool('echo');
    await vi.waitFor(() => expect(streams.length).toBe(2), 10_000);
    expect(seen.asked).toBe(1);
  },
);

verifies('E-05', 'a stream that was refused is asked for when a message was taken, and not before', async () => {
  const stop = new AbortController();
  const steps: string[] = [];
  const body = { url: new URL('http://127.0.0.1/mcp'), maxBytes: 1_000, held: new HeldBytes(1_000) };
  const failure = { code: 'MCP_UNAUTHORIZED', message: 'no' } as const;
  await serverStream(
    {
      body,
      messages: new HttpMessages({} as ResolvedHttpOptions, new SentSecrets({ headers: {}, url: body.url }), () => {}),
      signal: stop.signal,
      get: (_lastEventId, _signal, mayAsk) => {
        steps.push(mayAsk ? 'asks somebody' : 'asks nobody');
        if (steps.length > 5) stop.abort();
        return Promise.reject(new HttpFailure(failure));
      },
      taken: async () => void steps.push('waits'),
      isSessionOver: () => false,
      diagnose: (message) => void steps.push(message),
    },
    () => {},
  );
  const told = 'the stream of what the server says unasked: no';
  expect(steps).toEqual(['asks somebody', told, 'waits', 'asks nobody', 'waits', 'asks nobody']);
});

import { expect } from 'vitest';
import { bearerToken } from '../../src/http/bearer-token.ts';
import { HttpFailure } from '../../src/http/http-failure.ts';
import { answerBy, httpClient, modernHttp } from '../support/http-client.ts';
import type { Answer } from '../support/http-server.ts';
import { errorOf } from '../support/peer.ts';
import { verifies } from './verifies.ts';

/** A server that takes the tokens that are named. */
function takes(...good: readonly string[]): Answer {
  const usual = answerBy(modernHttp);
  return (request, response) =>
    good.includes(request.headers.authorization ?? '')
      ? usual(request, response)
      : response.writeHead(401).end(`not ${request.headers.authorization}`);
}

verifies('E-07', 'a token is asked for once, and anew when it is refused', async (context) => {
  const asked: boolean[] = [];
  let isOver = false;
  const usual = takes('Bearer token-1');
  const later = takes('Bearer token-2');
  const authorization = bearerToken(({ isRefused }) => {
    asked.push(isRefused);
    return `token-${asked.length}`;
  });
  const { client } = await httpClient(context, (request, response) => (isOver ? later : usual)(request, response), {
    authorization,
  });
  await client.initialize();
  await client.callTool('echo');
  expect(asked).toEqual([false]);
  isOver = true;
  await Promise.all([client.callTool('echo'), client.callTool('echo'), client.callTool('echo')]);
  expect(asked).toEqual([false, true]);
});

verifies('E-07', 'a token that comes again is not tried again, and is in no error', async (context) => {
  const { client, server } = await httpClient(context, takes(), {
    authorization: bearerToken(() => 'always-the-same'),
  });
  const error = await errorOf(client.initialize());
  expect(error).toMatchObject({ code: 'MCP_UNAUTHORIZED', httpStatus: 401 });
  expect(error.message).not.toContain('always-the-same');
  expect(server.requests).toHaveLength(1);
});

verifies('E-07', 'what is no token is not sent, and what the source throws is the cause', async (context) => {
  for (const token of ['a\r\nX-Evil: 1', 'Bearer twice', '', 5 as unknown as string]) {
    const { client, server } = await httpClient(context, takes(), { authorization: bearerToken(() => token) });
    expect(await errorOf(client.initialize())).toMatchObject({ code: 'MCP_UNAUTHORIZED' });
    expect(server.requests).toEqual([]);
  }
  const { client: empty } = await httpClient(context, takes(), { authorization: bearerToken(() => '') });
  const nothing = await errorOf(empty.initialize());
  expect(nothing).toMatchObject({ outcome: 'not-sent' });
  expect(nothing.message).toContain('the token is empty');
  // There is none: the message goes without, and the refusal says so.
  const { client: none, server: reached } = await httpClient(context, takes(), {
    authorization: bearerToken(() => undefined),
  });
  expect((await errorOf(none.initialize())).message).toContain('no Authorization was sent');
  expect(reached.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  const sealed = new Error('the vault is sealed');
  const authorization = bearerToken(() => Promise.reject(sealed));
  const { client } = await httpClient(context, takes(), { authorization });
  expect(await errorOf(client.initialize())).toMatchObject({ code: 'MCP_UNAUTHORIZED', cause: sealed });
});

verifies(
  'C-16',
  'an authorization that fails before the message leaves: it was not sent; after a refusal it may have been',
  async (context) => {
    const failing: readonly (() => string | Promise<string>)[] = [
      () => {
        throw new Error('vault is locked');
      },
      () => Promise.reject(new Error('vault is locked')),
      () => Promise.reject(new HttpFailure({ code: 'MCP_UNAUTHORIZED', message: 'the token is no bearer token' })),
      () => 'a\r\nX-Evil: 1',
      () => 5 as unknown as string,
    ];
    for (const fails of failing) {
      let isLocked = false;
      let isOver = false;
      const usual = answerBy(modernHttp);
      const { client, server } = await httpClient(
        context,
        (request, response) => {
          if (!isOver) return usual(request, response);
          isLocked = true;
          return response.writeHead(401).end();
        },
        { authorization: { header: () => (isLocked ? fails() : 'Bearer token-1'), refused: async () => true } },
      );
      await client.initialize();
      await client.listTools();
      const sent = server.requests.length;
      isLocked = true;
      expect(await errorOf(client.callTool('echo'))).toMatchObject({ code: 'MCP_UNAUTHORIZED', outcome: 'not-sent' });
      expect(server.requests.length).toBe(sent);
      isLocked = false;
      isOver = true;
      expect(await errorOf(client.callTool('echo'))).toMatchObject({ code: 'MCP_UNAUTHORIZED', outcome: 'unknown' });
      expect(server.requests.length).toBe(sent + 1);
    }
  },
);

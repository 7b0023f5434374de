import { expect } from 'vitest';
import { createDeferred } from '../../src/base/deferred.ts';
import { McpClient } from '../../src/mcp-client.ts';
import { Tries } from '../../src/oauth/tries.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { asked, challengeOf, oauthBench, scopesOf, type OAuthBench } from '../support/oauth-bench.ts';
import { errorOf } from '../support/peer.ts';
import { verifies } from './verifies.ts';

verifies(
  'E-07',
  'a refusal is discovery, registration, PKCE and tokens, which go with every message',
  async (context) => {
    const bench = await oauthBench(context, { person: true });
    await bench.client.initialize();
    expect(await bench.client.callTool('echo')).toMatchObject({ content: [{ text: 'echoed' }] });
    const [address] = bench.provider.opened;
    expect(Object.fromEntries(address?.searchParams ?? [])).toMatchObject({
      client_id: 'client-1',
      code_challenge_method: 'S256',
      resource: bench.server.url,
      response_type: 'code',
      scope: 'basic',
      state: 'state-1',
    });
    expect(Object.fromEntries(bench.forms[0] ?? [])).toMatchObject({
      code_verifier: bench.provider.verifier,
      grant_type: 'authorization_code',
      resource: bench.server.url,
    });
    const messages = bench.server.requests.filter(({ method }) => method === 'POST');
    expect(messages.map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      'Bearer access-token-1',
      'Bearer access-token-1',
      'Bearer access-token-1',
    ]);
    expect(bench.server.requests.some(({ path }) => path.includes('access-token'))).toBe(false);
    const registration = bench.authorizationServer.requests.find(({ path }) => path === '/register');
    expect(JSON.parse(registration?.text ?? '')).toMatchObject({
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
    });
  },
);

verifies('E-07', 'a token that is over is got anew by the refresh token, and nobody is asked', async (context) => {
  const bench = await oauthBench(context, { person: true });
  await bench.client.initialize();
  bench.revoke('access-token-1');
  await bench.client.callTool('echo');
  expect(asked(bench)).toEqual(['authorization_code', 'refresh_token']);
  expect(bench.forms[1]?.get('resource')).toBe(bench.server.url);
  expect(bench.provider.opened).toHaveLength(1);
});

verifies('E-07', 'an authorization server that cannot answer now is no reason to ask a person', async (context) => {
  const bench = await oauthBench(context, {
    person: true,
    token: (form, response) => form.get('grant_type') === 'refresh_token' && response.writeHead(503).end('later'),
  });
  await bench.client.initialize();
  bench.revoke('access-token-1');
  expect(await errorOf(bench.client.callTool('echo'))).toMatchObject({ code: 'MCP_UNAUTHORIZED', httpStatus: 503 });
  expect(bench.provider.opened).toHaveLength(1);
});

verifies('E-07', 'a step up asks for what there was and what is missing, and is no refresh', async (context) => {
  const bench = await oauthBench(context, {
    person: true,
    needs: (method) => (method === 'tools/call' ? 'write' : undefined),
  });
  await bench.client.initialize();
  expect(await bench.client.callTool('echo')).toMatchObject({ content: [{ text: 'echoed' }] });
  expect(scopesOf(bench)).toEqual(['basic', 'basic write']);
  expect(asked(bench)).toEqual(['authorization_code', 'authorization_code']);
});

verifies(
  'E-07',
  'a server that is never content is given up after few attempts, also with the next message',
  async (context) => {
    const bench = await oauthBench(context, {
      person: true,
      message: ({ message, headers }, response) =>
        message?.method === 'tools/call' &&
        headers.authorization !== undefined &&
        response.writeHead(403, { 'WWW-Authenticate': 'Bearer error="insufficient_scope", scope="more"' }).end(),
    });
    await bench.client.initialize();
    for (const _ of [1, 2, 3]) {
      expect(await errorOf(bench.client.callTool('echo'))).toMatchObject({ code: 'MCP_UNAUTHORIZED', httpStatus: 403 });
    }
    expect(scopesOf(bench)).toEqual(['basic', 'basic more']);
    expect(asked(bench)).toEqual(['authorization_code', 'authorization_code', 'refresh_token']);
  },
);

verifies(
  'E-07',
  'a token that is refused as soon as it is there is no reason for another flow, but for one more with the next message',
  async (context) => {
    const bench = await oauthBench(context, { person: true, message: (_, response) => response.writeHead(401).end() });
    const { authorization, server } = bench;
    expect(await errorOf(bench.client.initialize())).toMatchObject({ code: 'MCP_UNAUTHORIZED', httpStatus: 401 });
    expect(asked(bench)).toEqual(['authorization_code']);
    for (const _ of [2, 3, 4]) await errorOf(McpClient.open({ url: server.url, authorization }));
    expect(asked(bench)).toEqual(['authorization_code', 'refresh_token']);
  },
);

verifies('E-07', 'a 403 that asks for no scope starts nothing', async (context) => {
  const bench = await oauthBench(context, { message: (_, response) => response.writeHead(403).end('not from here') });
  expect(await errorOf(bench.client.initialize())).toMatchObject({ code: 'MCP_UNAUTHORIZED', httpStatus: 403 });
  expect(bench.authorizationServer.requests).toEqual([]);
});

verifies('E-07', 'messages that are refused together share one flow', async (context) => {
  const bench = await oauthBench(context, { person: true });
  await bench.client.initialize();
  await bench.client.listTools();
  // Whoever is one for several clients has one flow for all of them.
  await using second = await McpClient.open({ url: bench.server.url, authorization: bench.authorization });
  await second.listTools();
  bench.revoke('access-token-1');
  await Promise.all([bench.client, second, bench.client, second].map((client) => client.callTool('echo')));
  expect(asked(bench)).toEqual(['authorization_code', 'refresh_token']);
  // … also when there is nothing to be had for them.
  const unattended = await oauthBench(context);
  const { refused } = unattended.authorization;
  await Promise.allSettled([refused?.(challengeOf(unattended)), refused?.(challengeOf(unattended))]);
  expect(unattended.provider.opened).toHaveLength(1);
});

verifies('E-07', 'tokens that come when nobody waits any more are kept, and not asked for twice', async (context) => {
  const asking = createDeferred<void>();
  const answer = createDeferred<false>();
  const bench = await oauthBench(context, {
    person: true,
    token: (form) => {
      if (form.get('grant_type') !== 'refresh_token') return false;
      asking.resolve();
      return answer.promise;
    },
  });
  await bench.client.initialize();
  const impatient = new AbortController();
  const gone = bench.authorization.refused?.({ ...challengeOf(bench), signal: impatient.signal });
  await asking.promise;
  impatient.abort();
  await expect(gone).rejects.toThrow('in time');
  const next = bench.authorization.refused?.(challengeOf(bench));
  answer.resolve(false);
  expect(await next).toBe(true);
  expect(asked(bench)).toEqual(['authorization_code', 'refresh_token']);
});

verifies('E-07', 'what was tried is forgotten after ten minutes, and bounded until then', () => {
  const clock = new ManualClock();
  const tries = new Tries(clock);
  const take = (what: string): boolean => {
    const isLeft = !tries.isSpent(what);
    tries.add(what);
    return isLeft;
  };
  expect(['a', 'a', 'a', 'b'].map(take)).toEqual([true, true, false, true]);
  expect(Array.from({ length: 40 }, (_, index) => take(`${index}`)).filter(Boolean)).toHaveLength(17);
  clock.block(10 * 60 * 1_000);
  expect(take('a')).toBe(true);
});

verifies(
  'E-07',
  'a server that has gone to another authorization server has another flow, and no tokens of the one before',
  async (context) => {
    const there = await oauthBench(context);
    let hasGone = false;
    const bench: OAuthBench = await oauthBench(context, {
      get resource() {
        return hasGone ? { authorization_servers: [there.issuer] } : {};
      },
      options: {
        callback: async () => (hasGone ? there : bench).sayYes(bench.provider.opened.at(-1)),
      },
    });
    await bench.client.initialize();
    hasGone = true;
    bench.revoke('access-token-1');
    await errorOf(bench.client.callTool('echo'));
    expect(there.authorizationServer.requests.map(({ path }) => path)).toContain('/register');
    expect(asked(there)).toEqual(['authorization_code']);
    expect(bench.provider.stored).toMatchObject({ issuer: there.issuer });
  },
);

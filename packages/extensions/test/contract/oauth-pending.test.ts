import { expect } from 'vitest';
import { createDeferred } from '../../src/base/deferred.ts';
import { oauthAuthorization } from '../../src/oauth/oauth-authorization.ts';
import { challengeOf, oauthBench, scopesOf } from '../support/oauth-bench.ts';
import { errorOf } from '../support/peer.ts';
import { verifies } from './verifies.ts';

verifies(
  'E-07',
  'somebody has to finish it: the message says so, and the next one goes out with the token',
  async (context) => {
    const bench = await oauthBench(context);
    const error = await errorOf(bench.client.initialize());
    expect(error).toMatchObject({ code: 'MCP_UNAUTHORIZED', httpStatus: 401 });
    expect(String(error)).toContain('finish(code, iss)');
    const code = new URL(bench.sayYes(bench.provider.opened[0])).searchParams.get('code') ?? '';
    await bench.authorization.finish(code, bench.issuer);
    expect(bench.provider.stored).toMatchObject({ access_token: 'access-token-1', issuer: bench.issuer });
    await expect(bench.authorization.header(new AbortController().signal)).resolves.toBe('Bearer access-token-1');
  },
);

verifies('E-07', 'another process can finish it, by what the provider keeps', async (context) => {
  const bench = await oauthBench(context);
  await errorOf(bench.client.initialize());
  const code = new URL(bench.sayYes(bench.provider.opened[0])).searchParams.get('code') ?? '';
  const later = oauthAuthorization({ provider: bench.provider, serverUrl: bench.server.url });
  expect((await errorOf(later.finish(code, 'https://evil.example'))).message).toContain('Issuer mismatch');
  expect(bench.forms).toEqual([]);
  await later.finish(code, bench.issuer);
  expect(bench.provider.stored).toMatchObject({ access_token: 'access-token-1' });
});

verifies(
  'E-07',
  'who is refused while somebody is at it gives the same address, and not another verifier',
  async (context) => {
    const bench = await oauthBench(context);
    await errorOf(bench.client.initialize());
    await expect(bench.authorization.refused?.(challengeOf(bench))).rejects.toThrow('finish');
    const [first, second] = bench.provider.opened;
    expect(second?.href).toBe(first?.href);
    // The scopes were the server's to say: asked for again, they are the same ones.
    const nameless = { ...challengeOf(bench), wwwAuthenticate: undefined };
    await expect(bench.authorization.refused?.(nameless)).rejects.toThrow('finish');
    expect(bench.provider.opened[2]?.href).toBe(first?.href);
    await bench.authorization.finishFrom(bench.sayYes(first));
    expect(bench.provider.stored).toMatchObject({ access_token: 'access-token-1' });
  },
);

verifies('E-07', 'while somebody is at a step up, a token that is over is got anew without them', async (context) => {
  const bench = await oauthBench(context);
  const { refused, finishFrom } = bench.authorization;
  await expect(refused?.(challengeOf(bench))).rejects.toThrow('finish');
  await finishFrom(bench.sayYes(bench.provider.opened[0]));
  const wwwAuthenticate = 'Bearer error="insufficient_scope", scope="write"';
  await expect(refused?.({ ...challengeOf(bench), status: 403, wwwAuthenticate })).rejects.toThrow('finish');
  bench.revoke('access-token-1');
  await expect(refused?.(challengeOf(bench))).resolves.toBe(true);
  expect(scopesOf(bench)).toEqual(['basic', 'basic write']);
  await finishFrom(bench.sayYes(bench.provider.opened[1]));
  expect(bench.provider.stored).toMatchObject({ access_token: 'access-token-3', scope: 'basic write' });
});

verifies(
  'E-07',
  'who takes a message back stops waiting alone, and the client closes while somebody is asked',
  async (context) => {
    const opened = createDeferred<void>();
    const bench = await oauthBench(context, {
      needs: (method) => (method === 'tools/call' ? 'write' : undefined),
      options: {
        callback: (signal) => {
          if (bench.provider.opened.length === 1) return Promise.resolve(bench.sayYes(bench.provider.opened[0]));
          opened.resolve();
          return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('gone'))));
        },
      },
    });
    await bench.client.initialize();
    const impatient = new AbortController();
    const gone = errorOf(bench.client.callTool('echo', {}, { signal: impatient.signal }));
    const patient = errorOf(bench.client.callTool('echo'));
    await opened.promise;
    impatient.abort();
    expect(await gone).toMatchObject({ code: 'MCP_ABORTED' });
    expect(await bench.client.close()).toEqual({ survivors: [] });
    expect(await patient).toMatchObject({ code: 'CLIENT_CLOSED' });
  },
);

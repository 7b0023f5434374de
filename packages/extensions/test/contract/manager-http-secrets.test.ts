import { expect, vi } from 'vitest';
import { createDeferred } from '../../src/base/deferred.ts';
import { ConfiguredAuthorization } from '../../src/manager/configured-authorization.ts';
import type { SecretBroker } from '../../src/manager/secret-broker.ts';
import { answerBy, modernHttp } from '../support/http-client.ts';
import { json, type Answer } from '../support/http-server.ts';
import { httpManager } from '../manager/support/http-manager.ts';
import { failureIn, outcomeOf } from '../manager/support/manager-bench.ts';
import { parse } from '../manager/support/parse.ts';
import { verifies } from './verifies.ts';

const entryOfRemote = { url: 'https://mcp.example.com/', headers: { Authorization: 'Bearer ${secret:token}' } };

const echo = { server: 'remote', tool: 'echo' };

/** Lets in who has the token of now, and says to the others what they sent. */
function guarded(tokens: { now: string; status?: number }): Answer {
  const usual = answerBy(modernHttp);
  return (received, response) => {
    const { authorization = '' } = received.headers;
    if (authorization === `Bearer ${tokens.now}`) return usual(received, response);
    return json(response, { error: `not good enough: ${authorization.slice(7)}` }, tokens.status ?? 401);
  };
}

/** A vault whose secrets have another value whenever they are asked for. */
function vault(): { broker: SecretBroker; asked: string[]; revoked: string[] } {
  const asked: string[] = [];
  const revoked: string[] = [];
  const broker: SecretBroker = ({ name }) => {
    asked.push(name);
    const value = `${name}-secret-number-${asked.length}`;
    return Promise.resolve({ value, revoke: () => void revoked.push(value) });
  };
  return { broker, asked, revoked };
}

verifies(
  'M-07',
  'a token that is not taken any more is asked for anew, and what it replaces is given back',
  async (context) => {
    const { broker, asked, revoked } = vault();
    const tokens = { now: 'token-secret-number-2' };
    const bench = await httpManager(context, guarded(tokens), {
      server: { headers: { 'X-Team': '${secret:team}', Authorization: 'Bearer ${secret:token}' } },
      options: { secrets: broker },
    });
    const { manager } = bench;
    expect(await outcomeOf(bench, manager.call(echo))).toMatchObject({ text: 'echoed' });
    tokens.now = 'token-secret-number-3';
    expect(await outcomeOf(bench, manager.call(echo))).toMatchObject({ text: 'echoed' });
    // What else the server is given is not asked for again.
    expect(asked).toEqual(['team', 'token', 'token']);
    tokens.now = 'token-secret-number-4';
    expect(await outcomeOf(bench, manager.call(echo))).toMatchObject({ text: 'echoed' });
    expect(revoked).toEqual(['token-secret-number-3']);
    expect(manager.status().servers).toMatchObject([{ generation: 1, failures: 0 }]);
    await outcomeOf(bench, manager.close());
    expect(revoked.toSorted()).toEqual([
      'team-secret-number-1',
      'token-secret-number-2',
      'token-secret-number-3',
      'token-secret-number-4',
    ]);
  },
);

verifies('M-07', 'a token of a variable that has no other value is not sent again', async (context) => {
  const host: Record<string, string> = { REMOTE_TOKEN: 'the-token-of-yesterday' };
  const tokens = { now: 'the-token-of-yesterday' };
  const bench = await httpManager(context, guarded(tokens), {
    server: { bearerTokenEnv: 'REMOTE_TOKEN' },
    options: { variables: { host } },
  });
  const { manager, asked } = bench;
  await outcomeOf(bench, manager.call(echo));
  tokens.now = 'the-token-of-today';
  const failure = await failureIn(bench, manager.call(echo));
  expect(failure).toMatchObject({ code: 'MCP_UNAUTHORIZED', httpStatus: 401 });
  expect(failure.message).not.toContain('yesterday');
  expect(asked().filter((method) => method === 'tools/call')).toHaveLength(2);
  host['REMOTE_TOKEN'] = 'the-token-of-today';
  expect(await outcomeOf(bench, manager.call(echo))).toMatchObject({ text: 'echoed' });
});

verifies('M-07', 'a token that is good and not enough is no reason to ask for another one', async (context) => {
  const { broker, asked } = vault();
  const bench = await httpManager(context, guarded({ now: 'nobody has it', status: 403 }), {
    server: { headers: { Authorization: 'Bearer ${secret:token}' } },
    options: { secrets: broker },
  });
  const failure = await failureIn(bench, bench.manager.call(echo));
  expect(failure).toMatchObject({ code: 'MCP_UNAUTHORIZED', httpStatus: 403 });
  expect(JSON.stringify([failure, failure.message])).not.toContain('secret-number');
  expect(asked).toEqual(['token']);
});

verifies('M-07', 'a rotation begins anew with new secrets', async (context) => {
  const { broker, revoked } = vault();
  const bench = await httpManager(context, answerBy(modernHttp), {
    server: { headers: { 'X-Key': '${secret:key}' } },
    options: { secrets: broker },
  });
  const { manager, server } = bench;
  await outcomeOf(bench, manager.call(echo));
  await outcomeOf(bench, manager.rotate('remote'));
  await outcomeOf(bench, manager.call(echo));
  const keys = server.requests.map(({ headers }) => headers['x-key']);
  expect([...new Set(keys)]).toEqual(['key-secret-number-1', 'key-secret-number-2']);
  expect(revoked).toEqual(['key-secret-number-1']);
});

verifies('M-07', 'the host may have the right to speak itself, and its word wins', async (context) => {
  const bench = await httpManager(context, guarded({ now: 'of the host' }), {
    server: { headers: { Authorization: 'Bearer of the configuration' } },
    options: {
      http: { authorizationOf: ({ name }) => ({ header: () => (name === 'remote' ? 'Bearer of the host' : '') }) },
    },
  });
  expect(await outcomeOf(bench, bench.manager.call(echo))).toMatchObject({ text: 'echoed' });
});

verifies('M-07', 'what a server says back of a header is not shown', async (context) => {
  const bench = await httpManager(context, guarded({ now: 'nobody has it' }), {
    server: { headers: { Authorization: 'Bearer quite-a-long-value-1' } },
  });
  const failure = await failureIn(bench, bench.manager.call(echo));
  expect(failure.message).toMatch(/not good enough/);
  const all = JSON.stringify([failure.message, failure, bench.events, bench.manager.status()]);
  expect(all).not.toContain('quite-a-long-value');
});

verifies(
  'M-07',
  'whenever the server is closed while a token is asked for anew, what was lent is given back',
  async () => {
    const { servers } = parse({ mcpServers: { remote: entryOfRemote } }, { dialect: 'own' });
    const [config] = servers;
    if (config === undefined) throw new Error('there is a server');
    for (let later = 0; later < 40; later += 1) {
      const { broker, asked, revoked } = vault();
      const answered = createDeferred<void>();
      const secrets: SecretBroker = async (request) => {
        const lent = await broker(request);
        answered.resolve();
        return lent;
      };
      const authorization = new ConfiguredAuthorization('Bearer of before', config, { secrets, host: {} });
      const { signal } = new AbortController();
      const challenge = { url: new URL('https://mcp.example.com/'), status: 401, wwwAuthenticate: undefined } as const;
      const looking = authorization.refused({ ...challenge, attempt: 0, signal }).catch(() => false);
      await answered.promise;
      for (let turn = 0; turn < later; turn += 1) await Promise.resolve();
      await authorization.close();
      await looking;
      await vi.waitFor(() => expect(revoked).toEqual(['token-secret-number-1']), 5_000);
      expect(asked).toEqual(['token']);
    }
  },
);

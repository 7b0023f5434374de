import { inspect } from 'node:util';
import { expect } from 'vitest';
import { McpClient } from '../../src/mcp-client.ts';
import { requireAllowed } from '../../src/oauth/flow-requests.ts';
import { oauthAuthorization } from '../../src/oauth/oauth-authorization.ts';
import { json } from '../support/http-server.ts';
import { oauthBench, type OAuthScript } from '../support/oauth-bench.ts';
import { MemoryProvider } from '../support/oauth-provider.ts';
import { errorOf } from '../support/peer.ts';
import { verifies } from './verifies.ts';

/** What the handshake ends with, and how often tokens were asked for. */
async function refusedBy(
  context: Parameters<typeof oauthBench>[0],
  script: OAuthScript,
): Promise<{ readonly error: unknown; readonly message: string; readonly forms: number; readonly opened: number }> {
  const { client, forms, provider } = await oauthBench(context, { person: true, ...script });
  const error = await errorOf(client.initialize());
  return { error, message: error.message, forms: forms.length, opened: provider.opened.length };
}

verifies('E-07', 'metadata of another issuer is refused, and nobody is sent there', async (context) => {
  const end = await refusedBy(context, { metadata: { issuer: 'https://evil.example' } });
  expect(end).toMatchObject({ error: { code: 'MCP_UNAUTHORIZED' }, forms: 0, opened: 0 });
  expect(end.message).toContain('Issuer mismatch');
});

verifies(
  'E-07',
  'a way back from another issuer, or from nobody knows where, brings its code to nobody',
  async (context) => {
    const wrong: readonly [OAuthScript['callback'], string][] = [
      [{ iss: 'https://evil.example' }, 'Issuer mismatch'],
      [{ iss: undefined }, 'Issuer mismatch'],
      [{ state: 'state-of-somebody' }, 'state'],
      [{ state: undefined }, 'state'],
      [{ code: undefined }, 'no code'],
      [{ code: undefined, error: 'access_denied' }, 'access_denied'],
      // Not even what it says went wrong is believed.
      [{ code: undefined, error: 'call +1', iss: 'https://evil.example' }, 'Issuer mismatch'],
    ];
    for (const [callback, words] of wrong) {
      const end = await refusedBy(context, { callback: callback ?? {} });
      expect(end).toMatchObject({ error: { code: 'MCP_UNAUTHORIZED' }, forms: 0 });
      expect(end.message).toContain(words);
      expect(end.message).not.toContain('call +1');
    }
  },
);

verifies('E-07', 'a false way back is an error of this package, and does not end what is pending', async (context) => {
  const bench = await oauthBench(context);
  await errorOf(bench.client.initialize());
  const right = bench.sayYes(bench.provider.opened[0]);
  const wrong = new URL(right);
  wrong.searchParams.set('iss', 'https://evil.example');
  const { finishFrom } = bench.authorization;
  expect(await errorOf(finishFrom(wrong))).toMatchObject({ code: 'MCP_UNAUTHORIZED' });
  expect(await errorOf(finishFrom('no address'))).toMatchObject({ code: 'MCP_UNAUTHORIZED' });
  await finishFrom(right);
  expect(bench.provider.stored).toMatchObject({ access_token: 'access-token-1' });
  expect((await errorOf(finishFrom(right))).message).toContain('none is pending');
});

verifies('E-07', 'metadata of another resource is refused', async (context) => {
  const end = await refusedBy(context, { resource: { resource: 'https://other.example/mcp' } });
  expect(end).toMatchObject({ error: { code: 'MCP_UNAUTHORIZED' }, forms: 0, opened: 0 });
  expect(end.message).toContain('does not match');
});

verifies(
  'E-07',
  'an authorization server that does not say that it knows PKCE is refused, unless the host allows it',
  async (context) => {
    for (const methods of [undefined, ['plain']]) {
      const end = await refusedBy(context, { metadata: { code_challenge_methods_supported: methods } });
      expect(end).toMatchObject({ error: { code: 'MCP_UNAUTHORIZED' }, forms: 0, opened: 0 });
    }
    const bench = await oauthBench(context, {
      person: true,
      metadata: { code_challenge_methods_supported: undefined },
      options: { allowUnadvertisedPkce: true },
    });
    await bench.client.initialize();
    expect(bench.forms).toHaveLength(1);
  },
);

verifies('E-07', 'nobody is sent to an address that is none of the web', async (context) => {
  for (const address of ['file:///etc/passwd', 'http://192.168.1.1/authorize', 'ssh://example.com/']) {
    const end = await refusedBy(context, { metadata: { authorization_endpoint: address } });
    expect(end).toMatchObject({ error: { code: 'MCP_UNAUTHORIZED' }, forms: 0, opened: 0 });
  }
});

verifies('E-07', 'a redirect to another origin gets no code and no token', async (context) => {
  const elsewhere = await oauthBench(context);
  const end = await refusedBy(context, {
    token: (_, response) => response.writeHead(307, { Location: `${elsewhere.issuer}/token` }).end(),
  });
  expect(end).toMatchObject({ error: { code: 'MCP_UNAUTHORIZED' }, forms: 1 });
  expect(elsewhere.authorizationServer.requests).toEqual([]);
});

verifies('E-07', 'a flow goes over TLS alone, and within this machine only for a server that is on it', () => {
  const at = (serverUrl: string, addresses: 'any' | 'public' = 'any') => ({ serverUrl: new URL(serverUrl), addresses });
  const remote = at('https://mcp.example/mcp');
  const local = at('http://localhost:3000/mcp');
  const allowed = (url: string, options: typeof remote): boolean => {
    try {
      requireAllowed(new URL(url), options);
      return true;
    } catch {
      return false;
    }
  };
  expect(allowed('https://as.example/token', remote)).toBe(true);
  expect(allowed('http://as.example/token', remote)).toBe(false);
  expect(allowed('http://127.0.0.1:8080/admin', remote)).toBe(false);
  expect(allowed('http://127.0.0.1:8080/token', local)).toBe(true);
  expect(allowed('http://169.254.169.254/latest', local)).toBe(false);
  expect(allowed('https://user:pass@as.example/token', remote)).toBe(false);
  expect(allowed('https://10.0.0.1/token', remote)).toBe(true);
  expect(allowed('https://10.0.0.1/token', at('https://mcp.example/mcp', 'public'))).toBe(false);
});

verifies('E-07', 'an authorization server that says too much, or nothing, ends the flow', async (context) => {
  const large = await refusedBy(context, { metadata: { x: 'x'.repeat(300 * 1024) } });
  expect(large).toMatchObject({ error: { code: 'MCP_UNAUTHORIZED' }, opened: 0 });
  expect(large.message).toContain('larger than 262144 bytes');
  const silent = await refusedBy(context, { any: () => {}, options: { requestMs: 200 } });
  expect(silent).toMatchObject({ error: { code: 'MCP_CONNECTION_FAILED', errno: 'ETIMEDOUT' }, opened: 0 });
  // Also by the host's own way, and whether or not that listens to a signal.
  const deaf = await refusedBy(context, { options: { fetch: () => new Promise(() => {}), requestMs: 200 } });
  expect(deaf).toMatchObject({ error: { code: 'MCP_CONNECTION_FAILED', errno: 'ETIMEDOUT' }, opened: 0 });
});

verifies('E-07', 'a fetch of the host is bounded all the same', async (context) => {
  const seen: string[] = [];
  const end = await refusedBy(context, {
    metadata: { x: 'x'.repeat(300 * 1024) },
    options: {
      fetch: (url, init) => {
        seen.push(`${init?.redirect} ${new URL(url).pathname}`);
        return fetch(url, init);
      },
    },
  });
  expect(end.error).toMatchObject({ code: 'MCP_UNAUTHORIZED' });
  expect(end.message).toContain('more than 262144 bytes');
  expect(seen).toContain('manual /.well-known/oauth-authorization-server');
});

verifies('E-07', 'no token, code or verifier is in an error, whatever the two servers say back', async (context) => {
  const secrets = ['secret-code-1', 'access-token-1', 'refresh-token-1', 'mirrored-token-1'];
  const errors: unknown[] = [];
  const echo = await oauthBench(context, {
    person: true,
    token: (form, response) =>
      json(
        response,
        { error: 'invalid_request', error_description: `what is ${form.get('code')}, ${form.get('code_verifier')}?` },
        400,
      ),
  });
  errors.push(await errorOf(echo.client.initialize()));
  const page = await oauthBench(context, {
    person: true,
    token: (form, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<p>${form.get('code')}`),
  });
  errors.push(await errorOf(page.client.initialize()));
  const mirror = await oauthBench(context, {
    message: ({ headers }, response) => response.writeHead(403).end(`no ${headers.authorization?.slice(7)} here`),
  });
  mirror.provider.saveTokens({ access_token: 'mirrored-token-1', token_type: 'Bearer' });
  errors.push(await errorOf(mirror.client.initialize()));
  const told = inspect([errors, echo.diagnostics, page.diagnostics, mirror.diagnostics], { depth: 12 });
  for (const secret of [...secrets, echo.provider.verifier]) expect(told).not.toContain(secret);
  expect(told).toContain('[redacted]');
});

verifies('E-07', 'tokens of one server go to no other, and none that are no bearer tokens go out', async (context) => {
  const provider = new MemoryProvider();
  const authorization = oauthAuthorization({ provider, serverUrl: 'https://one.example/mcp' });
  expect(() => new McpClient({ url: 'https://other.example/mcp', authorization })).toThrow('another server');
  expect(() => oauthAuthorization({ provider, serverUrl: 'http://one.example/mcp' })).toThrow('https:');
  const bench = await oauthBench(context);
  bench.provider.saveTokens({ access_token: 'bound-to-a-key', token_type: 'DPoP' });
  expect((await errorOf(bench.client.initialize())).message).toContain('no bearer token');
  expect(bench.server.requests).toEqual([]);
});

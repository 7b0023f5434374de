import { expect } from 'vitest';
import { createApprovals } from '../../src/manager/approval-stores.ts';
import { FileDigests } from '../../src/manager/file-digests.ts';
import { identityChanges } from '../../src/manager/identity-changes.ts';
import type { ServerIdentity } from '../../src/manager/identity.ts';
import type { HttpServer } from '../../src/manager/server-config.ts';
import { ServerPlan } from '../../src/manager/server-plan.ts';
import { answerBy, modernHttp } from '../support/http-client.ts';
import { httpManager } from '../manager/support/http-manager.ts';
import { failureIn, outcomeOf } from '../manager/support/manager-bench.ts';
import { httpConfig } from '../manager/support/server-configs.ts';
import { verifies } from './verifies.ts';

const key = new Uint8Array(32);

function look(server: Partial<HttpServer>, host: Record<string, string> = {}): Promise<ServerIdentity> {
  return new ServerPlan({
    config: httpConfig(server),
    expansion: { host, secrets: () => Promise.reject(new Error('nobody is to be asked')) },
    key: () => Promise.resolve(key),
    digests: new FileDigests(),
  }).identify();
}

async function changes(before: Promise<ServerIdentity>, after: Promise<ServerIdentity>): Promise<string[]> {
  const [was, is] = await Promise.all([before, after]);
  const words = identityChanges(was.parts, is.parts).map((change) => change.words);
  expect(words.length > 0).toBe(was.hash !== is.hash);
  return words;
}

verifies('M-07', 'another address is another server, also when variables make it', async () => {
  expect(await changes(look({ url: 'https://a.example/mcp' }), look({ url: 'https://a.example/other' }))).toEqual([
    'url: "https://a.example/mcp" → "https://a.example/other"',
  ]);
  const url = 'https://${PLACE}.example/mcp?key=${A_KEY}';
  const at = (place: string, A_KEY: string): Promise<ServerIdentity> => look({ url }, { PLACE: place, A_KEY });
  expect(await changes(at('eu', '1'), at('us', '1'))).toEqual([
    'address: "https://eu.example/mcp" → "https://us.example/mcp"',
  ]);
  expect(await changes(at('eu', 'first-long-key'), at('eu', 'second-long-key'))).toEqual([]);
  expect(await at('eu', 'first-long-key')).toMatchObject({ origin: 'https://eu.example' });
  expect(JSON.stringify(await at('eu', 'first-long-key'))).not.toContain('first-long-key');
});

verifies(
  'M-07',
  'another name of a header, or another secret in it, is another server; another value of the secret is not',
  async () => {
    const before = { headers: { 'X-Key': '${secret:key}' }, bearerTokenEnv: 'TOKEN' };
    const host = { TOKEN: 'one', OTHER: 'two' };
    expect(await changes(look(before, host), look(before, { ...host, TOKEN: 'another' }))).toEqual([]);
    expect(
      await changes(look(before, host), look({ ...before, headers: { 'X-Key': '${secret:other}' } }, host)),
    ).toEqual(['headers.X-Key: "${secret:key}" → "${secret:other}"']);
    expect(await changes(look(before, host), look({ ...before, bearerTokenEnv: 'OTHER' }, host))).toEqual([
      'bearerTokenEnv: "TOKEN" → "OTHER"',
    ]);
    const more = { ...before, headers: { ...before.headers, 'X-Admin': 'yes' } };
    const [added, ...others] = await changes(look(before, host), look(more, host));
    expect(added).toMatch(/^headers\.X-Admin: /);
    expect([others, added]).not.toContain('yes');
  },
);

verifies('M-07', 'what widens a connection is part of what was agreed to', async () => {
  expect(await changes(look({}), look({ allowInsecure: true }))).toEqual(['allowInsecure: true was added']);
  expect(await changes(look({ addresses: 'public' }), look({}))).toEqual(['addresses: "public" was removed']);
});

verifies(
  'M-07',
  'a server over HTTP is approved as what it is, with its tools, and a new token is none of it',
  async (context) => {
    const approvals = createApprovals();
    const host: Record<string, string> = { TOKEN: 'first' };
    const how = { server: { bearerTokenEnv: 'TOKEN' }, options: { approvals, variables: { host } } };
    const first = await httpManager(context, answerBy(modernHttp), how);
    const echo = { server: 'remote', tool: 'echo' };
    expect(await failureIn(first, first.manager.call(echo))).toMatchObject({ code: 'MCP_APPROVAL_REQUIRED' });
    expect(first.asked()).toEqual([]);
    expect(await outcomeOf(first, first.manager.approve('remote'))).toMatchObject({ tools: ['echo'] });
    host['TOKEN'] = 'second';
    expect(await outcomeOf(first, first.manager.call(echo))).toMatchObject({ text: 'echoed' });

    const elsewhere = await httpManager(context, answerBy(modernHttp), how);
    const failure = await failureIn(elsewhere, elsewhere.manager.call(echo));
    expect(failure).toMatchObject({
      code: 'MCP_APPROVAL_REQUIRED',
      changes: [`url: "${first.server.url}" → "${elsewhere.server.url}"`],
    });
    expect(elsewhere.asked()).toEqual([]);
  },
);

verifies('M-07', 'a tool that is another one now is asked about before it is called', async (context) => {
  const approvals = createApprovals();
  const tool = { name: 'echo', inputSchema: { type: 'object' }, description: 'Says it again.' };
  const script = {
    ...modernHttp,
    'tools/list': () => ({ resultType: 'complete', tools: [{ ...tool }], ttlMs: 0, cacheScope: 'private' }),
  };
  const bench = await httpManager(context, answerBy(script), { options: { approvals } });
  const { manager } = bench;
  await outcomeOf(bench, manager.approve('remote'));
  tool.description = 'Says it again, to everybody.';
  await outcomeOf(bench, manager.rotate('remote'));
  expect(await failureIn(bench, manager.call({ server: 'remote', tool: 'echo' }))).toMatchObject({
    code: 'MCP_APPROVAL_REQUIRED',
    changes: ['tool echo: description changed'],
  });
});

import { describe, expect } from 'vitest';
import { isUsualName, shownVariable } from '../../src/manager/variable-name.ts';
import { expandOne, refusalOf } from '../manager/support/expand.ts';
import { parse, said, serverNamed } from '../manager/support/parse.ts';
import { httpConfig } from '../manager/support/server-configs.ts';
import { expandServer } from '../../src/manager/expand-server.ts';
import { configurationParts, keyedBy } from '../../src/manager/configuration-parts.ts';
import { verifies } from './verifies.ts';

const url = 'https://example.com/mcp';

/** The fields that take the NAME of a variable, in every spelling. */
const namers: readonly ((name: string) => Readonly<Record<string, unknown>>)[] = [
  (name) => ({ url, bearerTokenEnv: name }),
  (name) => ({ url, bearer_token_env_var: name }),
  (name) => ({ url, headersFromEnv: { 'X-Key': name } }),
  (name) => ({ url, env_http_headers: { 'X-Key': name } }),
];

const noNames = ['sk-live.9f8a7b6c5d4e', 'Bearer abcdefgh', '9f8a7b6c5d4e', '', 'a b', '${TOKEN}', 'eyJh.eyJz.sig'];
const tokens = [
  'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
  'AKIAIOSFODNN7EXAMPLE',
  'xq7v9p2m4',
  'JBSWY3DPEHPK3PXP',
  'correcthorsebatterystaple',
  'A1B2C3D4E5F6',
];

describe('the NAME of a variable', () => {
  verifies('M-07', 'what is no name is refused, and not shown', () => {
    for (const text of noNames) {
      for (const entry of namers) {
        const { servers, problems, diagnostics } = parse({ mcpServers: { one: entry(text) } });
        expect(servers).toEqual([]);
        expect(problems).toMatchObject([{ message: expect.stringMatching(/is the NAME of a variable/) }]);
        if (text !== '') expect(JSON.stringify([problems, diagnostics])).not.toContain(text);
      }
    }
  });

  verifies(
    'M-07',
    'of what may be a token no more than its beginning is shown, in a failure and in an identity',
    async () => {
      for (const token of tokens) {
        for (const entry of namers) {
          const { message } = await refusalOf(expandOne(entry(token)));
          expect(message).toContain(`the variable ${token.slice(0, 4)}…, which is not set`);
          expect(message).toMatch(/is the NAME of a variable/);
          expect(message).not.toContain(token.slice(0, 6));
          const config = serverNamed(parse({ mcpServers: { one: entry(token) } }), 'one');
          expect(JSON.stringify(configurationParts(config, keyedBy(new Uint8Array(32))))).not.toContain(
            token.slice(0, 6),
          );
        }
        const inText = await refusalOf(expandOne({ url, headers: { Authorization: `Bearer \${${token}}` } }));
        expect(inText.message).not.toContain(token.slice(0, 6));
      }
      // A host that makes its configuration itself has gone through no parser.
      const host = { host: {}, platform: 'linux' } as const;
      const raw = await refusalOf(expandServer(httpConfig({ bearerTokenEnv: 'sk-live.9f8a7b6c5d4e' }), host));
      expect(raw.message).toMatch(/bearerTokenEnv needs the NAME of a variable/);
      expect(raw.message).not.toContain('sk-l');
    },
  );

  verifies('M-07', 'usual names are shown as they are', () => {
    const names = [
      'TOKEN',
      'GITHUB_PERSONAL_ACCESS_TOKEN',
      'S3_KEY',
      'K8S_TOKEN',
      'OAUTH2_TOKEN',
      'http_proxy',
      '_X',
      'TeamToken',
    ];
    expect(names.filter((name) => !isUsualName(name))).toEqual([]);
    expect(names.map(shownVariable)).toEqual(names);
  });
});

describe('a header that a variable is put into', () => {
  verifies('M-07', 'is no empty one: an empty variable is named', async () => {
    const host = { TOKEN: '' };
    for (const entry of [
      { url, bearerTokenEnv: 'TOKEN' },
      { url, headersFromEnv: { Authorization: 'TOKEN' } },
      { url, headers: { Authorization: 'Bearer ${TOKEN}' } },
    ]) {
      const { code, message } = await refusalOf(expandOne(entry, { host }));
      expect(code).toBe('MCP_INVALID_CONFIG');
      expect(message).toMatch(/the variable TOKEN, which is empty/);
    }
    const meant = await expandOne({ url, headers: { 'X-Team': '${TOKEN:-}' } }, { host });
    expect(meant.target).toMatchObject({ headers: { 'X-Team': '' } });
  });

  verifies(
    'M-07',
    'wins over bearerTokenEnv where it is Authorization: that is told, and its variable is not asked for',
    async () => {
      for (const written of [
        { headers: { authorization: 'Basic eDp5' } },
        { headersFromEnv: { Authorization: 'OTHER' } },
      ]) {
        const entry = { url, ...written, bearerTokenEnv: 'TOKEN' };
        const parsed = parse({ mcpServers: { one: entry } });
        expect(said(parsed, 'dropped')).toEqual([
          expect.stringMatching(
            /bearerTokenEnv: bearerTokenEnv is left out: headers(FromEnv)?\.[Aa]uthorization says it already$/,
          ),
        ]);
        const host = { OTHER: 'Basic eDp5' };
        const [server] = parsed.servers;
        expect(server?.server).not.toHaveProperty('bearerTokenEnv');
        const { target } = await expandOne(entry, { host });
        expect(Object.values(target.kind === 'http' ? target.headers : {})).toEqual(['Basic eDp5']);
        const raw = await expandServer(httpConfig({ ...written, bearerTokenEnv: 'TOKEN' }), {
          host,
          platform: 'linux',
        });
        expect(Object.values(raw.target.kind === 'http' ? raw.target.headers : {})).toEqual(['Basic eDp5']);
      }
    },
  );
});

import { describe, expect, test } from 'vitest';
import { environmentReport } from '../../src/manager/environment-report.ts';
import { McpClient } from '../../src/mcp-client.ts';
import { markVariable } from '../../src/stdio/environment.ts';
import { processClient, textOf } from '../support/process-client.ts';
import { expandOne, startOf } from './support/expand.ts';

/** What a developer's shell is full of; each value is a secret of its own. */
const secretNames = `
  AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN AZURE_CLIENT_SECRET GOOGLE_API_KEY
  GITHUB_TOKEN GH_TOKEN GITLAB_TOKEN NPM_TOKEN NODE_AUTH_TOKEN PYPI_TOKEN CARGO_REGISTRY_TOKEN
  OPENAI_API_KEY ANTHROPIC_API_KEY GEMINI_API_KEY MISTRAL_API_KEY HF_TOKEN REPLICATE_API_TOKEN
  DATABASE_URL REDIS_URL PGPASSWORD MYSQL_PWD MONGODB_URI SENTRY_AUTH_TOKEN SLACK_TOKEN
  STRIPE_SECRET_KEY TWILIO_AUTH_TOKEN SENDGRID_API_KEY DOCKER_PASSWORD VAULT_TOKEN KUBECONFIG
  SSH_AUTH_SOCK HTTPS_PROXY HTTP_PROXY NO_PROXY HOME USER NODE_OPTIONS LD_PRELOAD PYTHONPATH
`
  .trim()
  .split(/\s+/);
const secrets = Object.fromEntries(secretNames.map((name) => [name, `planted-${name}`]));

const posix = {
  PATH: '/bin',
  LANG: 'C',
  LANGUAGE: 'en',
  LC_ALL: 'C',
  LC_TIME: 'C',
  TZ: 'UTC',
  TMPDIR: '/tmp',
  TMP: '/tmp',
  TEMP: '/tmp',
};
const windows = {
  Path: 'C:\\bin',
  Lang: 'C',
  TEMP: 'C:\\t',
  TMP: 'C:\\t',
  SYSTEMROOT: 'C:\\W',
  windir: 'C:\\W',
  SystemDrive: 'C:',
  ComSpec: 'C:\\W\\cmd.exe',
  PATHEXT: '.EXE',
};

const golden = {
  linux: ['LANG', 'LANGUAGE', 'LC_ALL', 'LC_TIME', markVariable, 'PATH', 'TEMP', 'TMP', 'TMPDIR', 'TZ'],
  darwin: ['LANG', 'LANGUAGE', 'LC_ALL', 'LC_TIME', 'PATH', 'TEMP', 'TMP', 'TMPDIR', 'TZ'],
  win32: ['ComSpec', 'Lang', 'PATHEXT', 'Path', 'SYSTEMROOT', 'SystemDrive', 'TEMP', 'TMP', 'windir'],
} as const;

describe('C-02: what a server sees of its host', () => {
  test('40 secrets are planted', () => expect(new Set(secretNames).size).toBe(40));

  test.for(['linux', 'darwin', 'win32'] as const)('%s: exactly the list, whatever the host has', (platform) => {
    const host = { ...secrets, ...(platform === 'win32' ? windows : posix) };
    const report = environmentReport({ platform, host });
    expect(report.map(({ name }) => name)).toEqual(golden[platform]);
    expect(new Set(report.map(({ rule }) => rule))).toEqual(
      new Set(platform === 'linux' ? ['base', 'mark'] : ['base']),
    );
  });

  test('each name has the rule that admits it, and no value is in it', () => {
    const host = { ...secrets, PATH: '/bin', TZ: 'UTC' };
    const report = environmentReport({
      platform: 'darwin',
      host,
      inheritEnv: ['HOME', 'PATH', 'NOT_SET'],
      env: { FILE: 'planted-1', BOTH: 'planted-2', TZ: 'planted-3', GONE: null },
      fromFile: { FILE: 'planted-1', BOTH: 'x' },
      set: { BOTH: 'planted-2', TZ: 'planted-3', GONE: null },
    });
    expect(report).toEqual([
      { name: 'BOTH', rule: 'env' },
      { name: 'FILE', rule: 'env-file' },
      { name: 'HOME', rule: 'inherited' },
      { name: 'PATH', rule: 'base' },
      { name: 'TZ', rule: 'env' },
    ]);
    expect(JSON.stringify(report)).not.toContain('planted');
  });

  test('on Windows a rule is found whatever the case of its name', () => {
    const report = environmentReport({
      platform: 'win32',
      host: { ...windows, USERPROFILE: 'x' },
      inheritEnv: ['userprofile'],
      env: { PATH: 'D:\\' },
    });
    expect(report).toEqual(
      expect.arrayContaining([
        { name: 'USERPROFILE', rule: 'inherited' },
        { name: 'PATH', rule: 'env' },
      ]),
    );
    expect(report.filter(({ name }) => name.toUpperCase() === 'PATH')).toHaveLength(1);
  });

  test('a real server that lists its variables sees those that are reported (VeriTeknik#209)', async (context) => {
    const { server, client: unused } = processClient(context, { mode: 'env-dump' });
    await unused.close();
    const planted = Object.entries(secrets).filter(([name]) => process.env[name] === undefined);
    for (const [name, value] of planted) process.env[name] = value;
    try {
      const entry = {
        command: server.executable,
        args: server.args,
        inheritEnv: ['GITHUB_TOKEN'],
        env: { SET: 'planted-set', FROM: '${NPM_TOKEN}' },
      };
      const folder = process.cwd();
      const expanded = await expandOne(entry, { host: undefined, platform: undefined }, { folder });
      await using client = await McpClient.open(startOf(expanded));
      const seen = JSON.parse(textOf(await client.callTool('env'))) as Record<string, string>;
      expect(Object.keys(seen).toSorted()).toEqual(expanded.variables.map(({ name }) => name).toSorted());
      expect(seen).toMatchObject({ SET: 'planted-set', FROM: 'planted-NPM_TOKEN' });
      const known = Object.values(seen).filter((value) => value.startsWith('planted-'));
      expect(known.toSorted()).toEqual(['planted-GITHUB_TOKEN', 'planted-NPM_TOKEN', 'planted-set']);
      expect(expanded.secrets).toEqual(expect.arrayContaining(['planted-GITHUB_TOKEN', 'planted-NPM_TOKEN']));
    } finally {
      for (const [name] of planted) delete process.env[name];
    }
  });
});

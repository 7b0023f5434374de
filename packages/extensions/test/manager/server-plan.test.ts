import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type TestContext } from 'vitest';
import { McpClientError } from '../../src/errors.ts';
import { openApprovalFile } from '../../src/manager/approval-stores.ts';
import { FileDigests } from '../../src/manager/file-digests.ts';
import { identityChanges } from '../../src/manager/identity-changes.ts';
import type { ServerIdentity } from '../../src/manager/identity.ts';
import type { SecretBroker } from '../../src/manager/secret-broker.ts';
import { ServerPlan } from '../../src/manager/server-plan.ts';
import type { ExpansionContext } from '../../src/manager/expand-server.ts';
import type { PlannedStart } from '../../src/manager/start-plan.ts';
import type { StdioOptions } from '../../src/stdio/stdio-options.ts';
import { serverConfig } from './support/server-config.ts';

function planOf(config: Parameters<typeof serverConfig>[1], expansion: ExpansionContext = {}): ServerPlan {
  return new ServerPlan({
    config: serverConfig('files', config),
    expansion,
    key: () => undefined,
    digests: new FileDigests(),
  });
}

function scriptsIn(context: Pick<TestContext, 'onTestFinished'>, ...names: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'plan-'));
  context.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of names) writeFileSync(join(folder, name), `// ${name}`);
  return folder;
}

const never = new AbortController().signal;

async function startOf(planned: Promise<PlannedStart>): Promise<StdioOptions> {
  const { options } = await planned;
  if ('url' in options) throw new Error('it is reached');
  return options;
}
const yes = (): Promise<void> => Promise.resolve();

test('nobody is asked for a secret to find out what a server is', async () => {
  const asked: string[] = [];
  const secrets: SecretBroker = ({ name }) => Promise.resolve((asked.push(name), { value: `value of ${name}` }));
  const plan = planOf({ server: { env: { TOKEN: '${secret:token}' } } }, { secrets });
  const identity = await plan.identify();
  expect(asked).toEqual([]);
  const { env } = await startOf(plan.prepare(identity, yes, never));
  expect(asked).toEqual(['token']);
  expect(env).toMatchObject({ TOKEN: 'value of token' });
});

test('a look that is taken back ends with MCP_ABORTED, whatever the reason is', async (context) => {
  const folder = scriptsIn(context, 'large.mjs');
  writeFileSync(join(folder, 'large.mjs'), Buffer.alloc(20 * 1024 * 1024, ' '));
  const plan = planOf({ server: { args: ['large.mjs'], cwd: folder } });
  for (const reason of [undefined, null, new Error('enough'), 'enough', Object.create(null) as object]) {
    const controller = new AbortController();
    const looking = plan.identify(controller.signal);
    // Past the variables, while files are read.
    setImmediate(() => controller.abort(reason));
    await expect(looking).rejects.toMatchObject({ code: 'MCP_ABORTED', serverName: 'files', abortedBy: 'caller' });
  }
});

test('another secret is not another server', async () => {
  let value = 'first';
  const secrets: SecretBroker = () => Promise.resolve({ value });
  const plan = planOf({ server: { env: { TOKEN: '${secret:token}' } } }, { secrets });
  const before = await plan.identify();
  value = 'second';
  expect((await plan.identify()).hash).toBe(before.hash);
  let admitted = 0;
  await plan.prepare(before, () => Promise.resolve(void (admitted += 1)), never);
  expect(admitted).toBe(0);
});

test('another name in the file of variables is another server, and another value is not', async (context) => {
  const folder = scriptsIn(context);
  const write = (text: string): void => writeFileSync(join(folder, '.env'), text);
  const source = { pointer: '', dialect: 'own' as const, folder };
  const plan = planOf({ server: { envFile: '.env', env: { OWN: '1' } }, source });
  write('TOKEN=first\nOWN=2\n');
  const before = await plan.identify();
  write('# exchanged\nOWN=3\nTOKEN=second\n');
  expect((await plan.identify()).hash).toBe(before.hash);
  write('TOKEN=second\nOWN=3\nHTTPS_PROXY=http://evil.example\n');
  const after = await plan.identify();
  expect(identityChanges(before.parts, after.parts).map(({ words }) => words)).toEqual([
    'envFile.variables: "HTTPS_PROXY" was added',
  ]);
  expect(after.hash).not.toBe(before.hash);
  expect(JSON.stringify(after)).not.toMatch(/second|evil/);
});

test('an answer that chooses what is started has to be approved as what it is', async (context) => {
  const folder = scriptsIn(context, 'chosen.mjs');
  const inputs = [{ id: 'script', isPassword: false }];
  const server = { args: ['${input:script}'], cwd: folder };
  const source = { pointer: '', dialect: 'vscode' as const, folder };
  const plan = planOf({ server, inputs, source }, { askInput: () => Promise.resolve('chosen.mjs') });
  const identity = await plan.identify();
  const admitted: ServerIdentity[] = [];
  const { args } = await startOf(plan.prepare(identity, (one) => Promise.resolve(void admitted.push(one)), never));
  expect(args).toEqual(['chosen.mjs']);
  expect(admitted).toHaveLength(1);
  expect(admitted[0]?.hash).not.toBe(identity.hash);
});

test('what was lent is given back when it may not be started after all', async (context) => {
  const folder = scriptsIn(context, 'chosen.mjs');
  const revoked: string[] = [];
  const secrets: SecretBroker = ({ name }) =>
    Promise.resolve({ value: 'chosen.mjs', revoke: () => void revoked.push(name) });
  const plan = planOf({ server: { args: ['${secret:script}'], cwd: folder } }, { secrets });
  const identity = await plan.identify();
  const no = new McpClientError('MCP_APPROVAL_REQUIRED', 'it was not started');
  await expect(plan.prepare(identity, () => Promise.reject(no), never)).rejects.toBe(no);
  expect(revoked).toEqual(['script']);
});

test('what was looked at is what is started', async () => {
  const plan = planOf({ server: { executable: 'node', args: ['--version'] } });
  const identity = await plan.identify();
  const { executable } = await startOf(plan.prepare(identity, yes, never));
  expect(executable).toBe(identity.executable);
  expect(executable.startsWith('/')).toBe(process.platform !== 'win32');
});

test('a token in the name of a package or of a file is told nowhere, and a new one is no other server', async (context) => {
  const folder = scriptsIn(context);
  const source = { pointer: '', dialect: 'mcp-servers' as const, folder };
  for (const [executable, ...args] of [
    ['uvx', '--from', 'git+https://${GITHUB_TOKEN}@github.com/a/b', 'server'],
    ['npx', 'git+https://${GITHUB_TOKEN}@github.com/a/b'],
    ['node', '${GITHUB_TOKEN}/server.js'],
    ['${GITHUB_TOKEN}'],
  ]) {
    const program = join(folder, executable ?? '');
    if (executable !== '${GITHUB_TOKEN}') writeFileSync(program, '', { mode: 0o755 });
    const look = async (token: string): Promise<ServerIdentity | Error> => {
      const host = { GITHUB_TOKEN: token, PATH: folder };
      const command = executable === '${GITHUB_TOKEN}' ? executable : program;
      return planOf({ server: { executable: command ?? '', args }, source }, { host })
        .identify()
        .catch((error: Error) => error);
    };
    const [first, second] = [await look('opensesame-1'), await look('opensesame-2')];
    const said = first instanceof Error ? `${first.message} ${JSON.stringify(first)}` : JSON.stringify(first);
    expect(said, executable).not.toContain('opensesame');
    if (!(first instanceof Error)) expect(second).toEqual(first);
  }
});

test('the text of a file that is put into the command line is part of what the server is', async (context) => {
  const folder = scriptsIn(context, 'run.sh', 'token');
  const source = { pointer: '', dialect: 'opencode' as const, folder };
  const server = {
    executable: '/bin/sh',
    args: ['-c', '{file:run.sh}'],
    env: { TOKEN: '{file:token}', NODE_OPTIONS: '{file:run.sh}' },
  };
  const approvals = openApprovalFile(join(folder, 'approvals.json'));
  const plan = new ServerPlan({
    config: serverConfig('files', { server, source }),
    expansion: {},
    key: () => approvals.key(),
    digests: new FileDigests(),
  });
  const before = await plan.identify();
  expect(JSON.stringify(before)).not.toContain('// run.sh');
  writeFileSync(join(folder, 'token'), 'another');
  expect((await plan.identify()).hash).toBe(before.hash);
  writeFileSync(join(folder, 'run.sh'), 'evil');
  const after = await plan.identify();
  expect(identityChanges(before.parts, after.parts).map(({ words }) => words)).toEqual([
    'secret args[1] {file:run.sh}: has another value',
    'secret env.NODE_OPTIONS {file:run.sh}: has another value',
  ]);
  let admitted = 0;
  await plan.prepare(before, () => Promise.resolve(void (admitted += 1)), never);
  expect(admitted).toBe(1);
});

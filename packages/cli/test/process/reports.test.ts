import { homedir } from 'node:os';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../support/run-command.ts';
import { sandboxFolder, type SandboxFolder } from '../support/sandbox-folder.ts';

/** A server that repeats everything that it was given, in its errors and on stderr; `at-once` ends before its handshake. */
const gossip = `
import { createInterface } from 'node:readline';
console.error(process.argv.join(' '), JSON.stringify(process.env), process.cwd());
if (process.argv.includes('at-once')) process.exit(3);
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const send = (rest) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...rest }) + '\\n');
  const tool = (name) => ({ name, inputSchema: { type: 'object' } });
  if (method === 'initialize') return send({ result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'gossip', version: 'ghp_plantedInItsVersion' } } });
  if (method === 'tools/list') return send({ result: { tools: ['refuse', 'fail', 'die'].map(tool) } });
  if (method !== 'tools/call') return send({ error: { code: -32601, message: 'no such method' } });
  const said = JSON.stringify(params.arguments) + ' token=plantedOnStderr in ' + process.env.HOME_OF_IT;
  console.error(said);
  if (params.name === 'die') process.exit(4);
  if (params.name === 'fail') return send({ result: { isError: true, content: [{ type: 'text', text: 'plantedInResult ' + said }] } });
  send({ error: { code: -32000, message: said, data: { why: 'plantedInData' } } });
});
`;

function withGossip(folder: SandboxFolder, ...more: string[]): void {
  const script = folder.write('gossip.mjs', gossip);
  folder.write(folder.userFile, {
    mcpServers: {
      'sk-plantedInItsName-0123': {
        command: process.execPath,
        args: [script, '--token=plantedInOption', '--api-key', 'plantedAfterOption', ...more],
        env: {
          MCP_CLI_TEST: folder.mark,
          LEVEL: 'plantedInEntry',
          PASSED: '${PASSED_ON}',
          HOME_OF_IT: folder.env['HOME'],
        },
      },
    },
  });
}

const env = { PASSED_ON: 'plantedInEnvironment' };

/** Nobody's data: nothing that was planted, and nothing of whose machine it is. */
function expectPublic(text: string, folder: SandboxFolder): void {
  expect(text).not.toMatch(/planted/i);
  expect(text).not.toContain(folder.env['HOME'] ?? '');
  expect(text).not.toContain(folder.mark);
  if (homedir().length > 1) expect(text).not.toContain(homedir());
}

const mode = (path: string): number => statSync(path).mode & 0o777;

test('O-04: mcp doctor --report writes what fails into a file of the user alone, without anybody’s data', async (context) => {
  const folder = sandboxFolder(context);
  withGossip(folder, 'at-once');
  const end = await runCommand(folder, ['doctor', '--report', 'report.md'], { env });
  expect(end.exitCode).toBe(4);
  expect(end.err).toContain('is in report.md\n');
  const path = join(folder.project, 'report.md');
  const text = readFileSync(path, 'utf8');
  expectPublic(text, folder);
  expect(text).toMatch(/^code +MCP_HANDSHAKE_FAILED$/m);
  expect(text).toMatch(/^phase +handshake$/m);
  expect(text).toMatch(/^process +exit code 3$/m);
  expect(text).toMatch(/^identity +[0-9a-f]{64}$/m);
  expect(text).toMatch(/^duration +\d+ ms$/m);
  expect(text).toContain('gossip.mjs --token=[redacted]');
  expect(mode(path)).toBe(0o600);

  const again = await runCommand(folder, ['doctor', '--report', 'report.md'], { env });
  expect(again).toMatchObject({ exitCode: 1, out: '' });
  expect(readFileSync(path, 'utf8')).toBe(text);
  const asData = await runCommand(folder, ['doctor', '--report', '-', '--json'], { env });
  const { reports } = JSON.parse(asData.out) as { readonly reports: readonly unknown[] };
  expect(reports).toMatchObject([{ code: 'MCP_HANDSHAKE_FAILED', process: { exitCode: 3 } }]);
  expectPublic(JSON.stringify(reports), folder);
  expect(folder.leftovers()).toEqual([]);
});

test.each([
  ['refuse', 5, 'MCP_ERROR'],
  ['fail', 5, 'TOOL_FAILED'],
  ['die', 4, 'MCP_PROCESS_EXIT'],
])(
  'O-04: mcp call --report of a tool that ends with %s: the arguments are in their own file alone',
  async (tool, exitCode, code) => {
    const folder = sandboxFolder({ onTestFinished });
    withGossip(folder);
    const words = [
      'call',
      '--server',
      'sk-plantedInItsName-0123',
      tool,
      '--args',
      '{"path":"/srv/plantedArgument","n":[{"x":"planted too"}]}',
    ];
    const files = ['--report', 'report.md', '--report-arguments', 'call.private.json'];
    const end = await runCommand(folder, [...words, ...files], { env });
    expect(end).toMatchObject({ exitCode, out: '' });
    const [report, given] = [join(folder.project, 'report.md'), join(folder.project, 'call.private.json')];
    const text = readFileSync(report, 'utf8');
    expectPublic(text, folder);
    expect(text).toMatch(new RegExp(`^code +${code}$`, 'm'));
    expect(text).toMatch(/^says it is +gossip \[redacted\]$/m);
    expect(text).toMatch(/^protocol +2025-11-25 \(legacy\)$/m);
    const [first, ...rest] = readFileSync(given, 'utf8').split('\n');
    expect(first).toContain('PRIVATE');
    expect(JSON.parse(rest.join('\n'))).toMatchObject({ tool, arguments: { path: '/srv/plantedArgument' } });
    expect([mode(report), mode(given)]).toEqual([0o600, 0o600]);
    expect(folder.leftovers()).toEqual([]);
  },
);

test('where nothing fails there is a file with the facts; where it cannot be, nothing is started', async (context) => {
  const folder = sandboxFolder(context);
  withGossip(folder);
  const end = await runCommand(folder, ['doctor', '--report', 'report.md'], { env });
  expect(end.exitCode).toBe(0);
  expect(end.err).toContain('nothing failed that could be reported');
  const text = readFileSync(join(folder.project, 'report.md'), 'utf8');
  expectPublic(text, folder);
  expect(text).toMatch(/^### MCP report: facts, and no failure$/m);
  for (const file of ['docs/report.md', '.']) {
    const refused = await runCommand(folder, ['doctor', '--report', file], { env });
    expect(refused, file).toMatchObject({ exitCode: 1, out: '' });
  }
});

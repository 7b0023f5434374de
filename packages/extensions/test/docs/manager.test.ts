import { fixtureServer } from '@coding-agent/fixture-servers';
import { waitUntilGone } from '@coding-agent/fixture-servers/testing';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { defaultHealthPolicy } from '../../src/manager/health.ts';
import { defaultRestartPolicy } from '../../src/manager/restart-policy.ts';
import { defaultServerSettings } from '../../src/manager/server-settings.ts';
import { McpManager } from '../../src/mcp-manager.ts';
import { interfaceMembers } from '../architecture/source.ts';
import { example } from './example.ts';
import { codeSpans, fencedBlock, packageFolder, readPage, section, tableRows } from './markdown.ts';

test('the recipe of many servers runs: it asks about what is new, spends its budget, and leaves nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'recipe-'));
  const server = fixtureServer({ shape: 'mcp' });
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
    server.dispose();
  });
  const file = join(folder, '.mcp.json');
  const servers = {
    printer: { command: server.executable, args: server.args },
    broken: { command: '/there/is/no/such/program' },
    refused: { args: [] },
  };
  writeFileSync(file, JSON.stringify({ mcpServers: servers }));
  const program = example(fencedBlock(section(readPage('docs/recipes.md'), 'Many servers'), 'ts'));
  await program.check();
  const run = async (): Promise<string[]> => (await program.run([file, join(folder, 'state')])).stdout.split('\n');
  const calls = [
    'May printer__echo be called? (the configuration does not say what this tool may do) Yes.',
    'one',
    'May printer__echo be called? (the configuration does not say what this tool may do) Yes.',
    'two',
    'May printer__echo be called? (the configuration does not say what this tool may do) Yes.',
    'three',
    // Nobody is asked about a call that cannot be paid.
    'the run has spent its budget of calls in all: 3',
    'ended: printer',
    '',
  ];
  const refused = expect.stringMatching(/^refused, line 1: there is neither a command nor a url; \S/) as unknown;
  expect(await run()).toEqual([
    refused,
    expect.stringMatching(/^printer: it was not started: somebody must agree first: /),
    'echo fail never exit',
    expect.stringMatching(/^broken: the server could not be started: /),
    'printer: live',
    expect.stringMatching(/^broken: none, MCP_SPAWN_FAILED: the server could not be started: /),
    ...calls,
  ]);
  // The second time nothing is new.
  expect(await run()).toEqual([
    refused,
    'printer: ready',
    expect.stringMatching(/^broken: the server could not be started: /),
    'printer: live',
    expect.stringMatching(/^broken: none, MCP_SPAWN_FAILED: the server could not be started: /),
    ...calls,
  ]);
  await waitUntilGone(server.pids());
}, 180_000);

const readme = section(readPage('README.md'), 'Many servers');

test('the table of options has every option', () => {
  const source = readFileSync(join(packageFolder, 'src/manager/manager-options.ts'), 'utf8');
  const options = new Set(interfaceMembers(source, 'McpManagerOptions'));
  const stated = tableRows(readme).map(([name = '']) => codeSpans(name));
  expect(stated.flat().filter((name) => options.has(name))).toEqual([...options]);
});

test('the table of methods has every method', () => {
  const methods = Object.getOwnPropertyNames(McpManager.prototype).filter((name) => name !== 'constructor');
  const stated = tableRows(readme).flatMap(([name = '']) => codeSpans(name));
  expect(methods.filter((name) => !stated.includes(name))).toEqual([]);
});

test('the clocks and the numbers of failures are those of the code', () => {
  const page = section(readPage('docs/architecture.md'), 'The manager');
  const seconds = (...ms: number[]): string => `${ms.map((one) => one / 1_000).join(' s, ')} s`;
  const { prepareMs, installMs, startMs, listMs, callMs, totalMs, idleMs, drainMs, revokeMs } = defaultServerSettings;
  const { idleMs: quietMs, deadlineMs, maxMisses } = defaultHealthPolicy;
  expect(tableRows(section(readPage('docs/architecture.md'), 'Clocks')).map(([, value]) => value)).toEqual([
    seconds(prepareMs),
    seconds(installMs),
    seconds(startMs),
    seconds(listMs),
    'the sum',
    seconds(callMs),
    seconds(totalMs),
    seconds(quietMs, deadlineMs),
    seconds(idleMs),
    seconds(drainMs),
    seconds(revokeMs),
    '10 s, 15 s, 5 s',
  ]);
  const { baseMs, maxDelayMs, jitter, maxCrashes, windowMs, holdMs, provenMs } = defaultRestartPolicy;
  expect([baseMs, maxDelayMs, jitter, maxCrashes, windowMs]).toEqual([500, 60_000, 0.2, 5, 300_000]);
  expect(page).toContain('0.5 s, doubled, at most 60 s, ±20 %; the fifth within 5 minutes');
  expect([holdMs, provenMs, maxMisses]).toEqual([30_000, 60_000, 3]);
});

import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openTrace } from '@coding-agent/extensions/trace';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand, type CommandEnd } from '../support/run-command.ts';
import { sandboxFolder, type SandboxFolder } from '../support/sandbox-folder.ts';
import { fixture } from '../support/servers.ts';

interface Fixture {
  readonly folder: SandboxFolder;
  readonly run: (...words: readonly string[]) => Promise<CommandEnd>;
}

function withServer(mode: Parameters<typeof fixture>[2] = {}): Fixture {
  const folder = sandboxFolder({ onTestFinished });
  const { entry } = fixture({ onTestFinished }, folder, mode);
  folder.write(folder.userFile, { mcpServers: { fix: { ...entry, env: { ...entry.env, SECRET: 'plantedInEntry' } } } });
  return { folder, run: (...words) => runCommand(folder, words) };
}

function recordsIn({ folder }: Fixture, file: string): readonly Readonly<Record<string, unknown>>[] {
  const lines = readFileSync(join(folder.project, file), 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
}

test('mcp call --trace writes what happened, without anybody’s data, and mcp trace show reads it', async () => {
  const server = withServer();
  const { folder, run } = server;
  const call = await run('call', 'fix/echo', 'value=plantedInArgument', '--trace', 'a.jsonl');
  expect(call).toMatchObject({ exitCode: 0, out: 'plantedInArgument\n' });
  expect(call.err).toContain('mcp trace show a.jsonl');
  const path = join(folder.project, 'a.jsonl');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, 'utf8')).not.toMatch(/planted/);
  const records = recordsIn(server, 'a.jsonl');
  expect(records[0]).toMatchObject({ type: 'trace', formatVersion: 1 });
  expect(records).toContainEqual(
    expect.objectContaining({ type: 'request', serverName: 'fix', tool: 'echo', state: 'fulfilled' }),
  );
  expect(records).toContainEqual(expect.objectContaining({ type: 'gone', survivors: 0 }));

  const shown = await run('trace', 'show', 'a.jsonl');
  expect(shown).toMatchObject({ exitCode: 0, err: '' });
  expect(shown.out).toMatch(/^fix {5}tools\/call echo .* 1 fulfilled$/m);
  const asData = await run('trace', 'show', 'a.jsonl', '--json');
  expect(JSON.parse(asData.out)).toMatchObject({ skipped: { invalidCount: 0, isTorn: false } });
});

test('mcp trace view draws it: one page of its own, beside the trace', async () => {
  const { folder, run } = withServer();
  await run('call', 'fix/echo', 'value=plantedInArgument', '--trace', 'a.jsonl');
  const end = await run('trace', 'view', 'a.jsonl', '--language', 'zh-CN');
  expect(end).toMatchObject({ exitCode: 0, out: 'a.html\n' });
  const path = join(folder.project, 'a.html');
  const page = readFileSync(path, 'utf8');
  expect(page).toMatch(/^<!doctype html>\n<html lang="zh-CN">[^]*"tool":"echo"[^]*<\/html>\n$/);
  expect(page).not.toMatch(/planted|<link|<script src|<img/);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await expect(run('trace', 'view', 'a.jsonl')).resolves.toMatchObject({ exitCode: 1, out: '' });
  await expect(run('trace', 'view', 'a.jsonl', '--force')).resolves.toMatchObject({ exitCode: 0 });
});

test('a call that fails is in the trace with what the server wrote last', async () => {
  const server = withServer({ mode: 'exit-mid-call' });
  const end = await server.run('call', 'fix/echo', 'value=plantedInArgument', '--trace', 'a.jsonl');
  expect(end.exitCode).toBe(4);
  const failures = recordsIn(server, 'a.jsonl').filter(({ type }) => type === 'failure');
  expect(failures).toEqual([expect.objectContaining({ code: 'MCP_PROCESS_EXIT', phase: 'call', exitCode: 7 })]);
  const shown = await server.run('trace', 'show', 'a.jsonl');
  expect(shown.out).toMatch(/^ {2}failures +MCP_PROCESS_EXIT: the server exited with code 7$/m);
  expect(shown.out).toMatch(/tools\/call echo .* failed: MCP_PROCESS_EXIT$/m);
});

test('so is a start that fails, once', async () => {
  const server = withServer({ mode: 'exit-on-start' });
  await server.run('list', '--trace', 'a.jsonl');
  await server.run('call', 'fix/echo', '--trace', 'b.jsonl', '--report', 'report.md');
  for (const file of ['a.jsonl', 'b.jsonl']) {
    const failures = recordsIn(server, file).filter(({ type }) => type === 'failure');
    expect(failures, file).toEqual([expect.objectContaining({ code: 'MCP_HANDSHAKE_FAILED', phase: 'handshake' })]);
  }
});

test.each([
  ['that is not there', undefined, /cannot be read \(ENOENT\)/],
  ['that is empty', '', /it is empty/],
  ['that is none', 'hello, world\n', /it is no trace: its first line is hello, world/],
  ['of a newer format', '{"type":"trace","formatVersion":2}\n', /it is of format 2, and this version reads 1/],
])('a trace %s is told with what to do', async (_what, text, message) => {
  const { folder, run } = withServer();
  if (text !== undefined) folder.write('a.jsonl', text);
  const words = ['trace', 'show', 'a.jsonl'];
  const end = await run(...words);
  expect(end).toMatchObject({ exitCode: 1, out: '' });
  expect(end.err).toMatch(message);
  const asData = await run(...words, '--json');
  expect(JSON.parse(asData.out)).toMatchObject({ error: { code: 'CLI_NO_TRACE', exitCode: 1 } });
});

test('a pipe in the place of a trace is told, and nobody waits for it', async () => {
  const { folder, run } = withServer();
  execFileSync('mkfifo', [join(folder.project, 'a.jsonl')]);
  for (const words of [
    ['trace', 'show', 'a.jsonl'],
    ['trace', 'view', 'a.jsonl'],
    ['list', '--trace', 'a.jsonl'],
  ]) {
    const end = await run(...words);
    expect(end, words.join(' ')).toMatchObject({ exitCode: 1, out: '' });
    expect(end.err).toMatch(/is no regular file/);
  }
});

test('a trace that another process writes is left to it, and nothing is started', async () => {
  const { folder, run } = withServer();
  await using trace = await openTrace({ path: join(folder.project, 'a.jsonl') });
  const end = await run('list', '--trace', 'a.jsonl');
  expect(end).toMatchObject({ exitCode: 1, out: '' });
  expect(end.err).toMatch(/somebody writes this trace already: choose another path/);
  await trace.flush();
  expect(recordsIn({ folder, run }, 'a.jsonl')).toMatchObject([{ traceId: trace.traceId }]);
});

test('a file that is no trace is not written over, and nothing is started', async () => {
  const { folder, run } = withServer();
  const path = folder.write('a.jsonl', 'mine\n');
  const end = await run('list', '--trace', 'a.jsonl');
  expect(end).toMatchObject({ exitCode: 1, out: '' });
  expect(end.err).toMatch(/is there and is no trace/);
  expect(readFileSync(path, 'utf8')).toBe('mine\n');
});

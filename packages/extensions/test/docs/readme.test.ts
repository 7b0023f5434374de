import { fixtureServer } from '@coding-agent/fixture-servers';
import { waitUntilGone } from '@coding-agent/fixture-servers/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { resolveProtocolOptions } from '../../src/client/client-options.ts';
import { resolveHttpOptions } from '../../src/http/http-options.ts';
import { McpClient } from '../../src/mcp-client.ts';
import { legacyRevisions, modernRevisions } from '../../src/protocol/revisions.ts';
import { resolveStdioOptions } from '../../src/stdio/stdio-options.ts';
import { interfaceMembers } from '../architecture/source.ts';
import { requirements } from '../contract/requirements.ts';
import { example } from './example.ts';
import { defaultIn, fencedBlock, packageFolder, readPage, section, tableRows } from './markdown.ts';

const page = readPage('README.md');

test('the quick start type-checks, runs, and leaves nothing', { timeout: 180_000 }, async () => {
  const quickStart = fencedBlock(page, 'ts');
  expect(quickStart.trim().split('\n').length).toBeLessThanOrEqual(10);
  const server = fixtureServer({ shape: 'mcp' });
  onTestFinished(() => server.dispose());
  const program = example(quickStart);
  await program.check();
  const { stdout, stderr } = await program.run([server.executable, ...server.args]);
  expect(stderr).toBe('');
  expect(stdout.split('\n')).toEqual([expect.stringMatching(/^\S.*: echo, fail, never, exit$/), 'hello', '']);
  expect(server.received('tools/call')).toHaveLength(1);
  await waitUntilGone(server.pids());
});

test('the table of options has every option, and its default', () => {
  const protocol = resolveProtocolOptions({});
  const {
    maxLineBytes: _line,
    maxStderrBytes: _stderr,
    maxMessageValues: _values,
    ...stdio
  } = resolveStdioOptions({ executable: 'node' }, protocol.limits);
  const real: Record<string, unknown> = { ...flat(protocol), ...flat(stdio), 'concurrency.perTool': undefined };
  Object.assign(real, { 'concurrency.tools': undefined, executable: 'required', cwd: "the host's" });
  expect([protocol.concurrency, stdio.cwd]).toEqual([{ tools: {} }, process.cwd()]);
  expect(protocol.clientInfo).toMatchObject(packageNameAndVersion());

  const rows = tableRows(section(page, 'Options'));
  const options = rows.slice(0, rows.indexOf(firstOfCall(rows)));
  const stated = options.map(([name = '', value = '']) => [name.replaceAll('`', ''), defaultIn(value)]);
  delete real['concurrency'];
  expect(Object.fromEntries(stated)).toStrictEqual({ ...real, clientInfo: 'this package' });
  expect(stated).toHaveLength(Object.keys(real).length);
});

test('the table of the options of a server that is reached has every one, and its default', () => {
  const limits = { maxLineBytes: 1, maxMessageValues: 1, maxQueuedBytes: 1 };
  const {
    maxLineBytes: _line,
    maxMessageValues: _values,
    maxQueuedBytes: _queued,
    ...real
  } = resolveHttpOptions({ url: 'http://127.0.0.1/mcp' }, limits);
  const stated = tableRows(section(page, 'A server that is reached')).map(([name = '', value = '']) => [
    name.replaceAll('`', ''),
    defaultIn(value),
  ]);
  expect(Object.fromEntries(stated)).toStrictEqual({ ...real, url: 'required', headers: {} });
  const text = readFileSync(join(packageFolder, 'src/http/http-options.ts'), 'utf8');
  expect(stated.map(([name]) => name)).toEqual(interfaceMembers(text, 'HttpOptions'));
});

test('the table of the options of a call has every one of them', () => {
  const text = readFileSync(join(packageFolder, 'src/client/request-options.ts'), 'utf8');
  const rows = tableRows(section(page, 'Options'));
  const stated = rows.slice(rows.indexOf(firstOfCall(rows)));
  const of = (who: string): string[] =>
    stated.filter(([, whose]) => whose === who).map(([name = '']) => name.replaceAll('`', ''));
  expect(of('every request').toSorted()).toEqual(interfaceMembers(text, 'RequestOptions').toSorted());
  expect(of('`callTool`, `listTools`, `request`')).toEqual(interfaceMembers(text, 'ListOptions'));
  expect(of('`callTool`, `request`').toSorted()).toEqual(interfaceMembers(text, 'CallOptions').toSorted());
});

test('each guarantee names rules, and each rule is verified in a test that is linked', () => {
  const rows = tableRows(section(page, 'What is guaranteed, and how that is proven'));
  expect(rows.length).toBeGreaterThan(5);
  for (const [guarantee, ids = '', links = ''] of rows) {
    const tests = Array.from(links.matchAll(/\]\(([^)]+)\)/g), ([, path = '']) =>
      readFileSync(join(packageFolder, path), 'utf8'),
    );
    for (const id of ids.split(', ')) {
      expect(requirements, guarantee).toHaveProperty(id);
      const verified = new RegExp(`\\bverifies\\(\\s*'${id}'`);
      expect(
        tests.some((text) => verified.test(text)),
        `${id} in ${links}`,
      ).toBe(true);
    }
  }
});

test('the life of a client and the revisions are those of the code', () => {
  const [, life = ''] = /one life: `([^`]+)`/.exec(page) ?? [];
  expect(life.split(' → ')).toEqual(['idle', 'starting', 'initializing', 'ready', 'closing', 'closed']);
  expect(new McpClient({ executable: 'node' }).state).toBe('idle');
  const [, revisions = ''] = /\*\* Revisions (.*?)\. Not here:/s.exec(page) ?? [];
  expect(revisions.match(/\d{4}-\d\d-\d\d/g)).toEqual([...modernRevisions, ...legacyRevisions]);
});

/** The section has two tables: the second one begins here. */
function firstOfCall(rows: readonly string[][]): string[] {
  return rows.find(([name]) => name === '`signal`') ?? [];
}

/** `{ limits: { a: 1 } }` as `{ 'limits.a': 1 }`; functions that do nothing are no default. */
function flat(options: object): Record<string, unknown> {
  const entries = Object.entries(options).flatMap(([name, value]: [string, unknown]) =>
    ['limits', 'timeouts', 'graces'].includes(name)
      ? Object.entries(value as object).map(([key, inner]): [string, unknown] => [`${name}.${key}`, inner])
      : [[name, typeof value === 'function' ? undefined : value] as [string, unknown]],
  );
  return Object.fromEntries(entries);
}

function packageNameAndVersion(): object {
  const { name, version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as Record<
    string,
    unknown
  >;
  return { name, version };
}

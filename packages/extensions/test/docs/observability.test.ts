import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fixtureServer } from '@coding-agent/fixture-servers';
import { waitUntilGone } from '@coding-agent/fixture-servers/testing';
import { expect, onTestFinished, test } from 'vitest';
import { traceRecord } from '../../src/trace/trace-record.ts';
import { example } from './example.ts';
import { codeSpans, fencedBlock, packageFolder, readPage, section, tableRows } from './markdown.ts';

const page = readPage('docs/observability.md');
const firstColumn = (heading: string): string[] =>
  tableRows(section(page, heading)).flatMap(([name = '']) => codeSpans(name));

test('the program runs: it counts, traces and reads, and nothing of arguments is in the file', async () => {
  const server = fixtureServer({ shape: 'mcp' });
  const folder = mkdtempSync(join(tmpdir(), 'observability-'));
  onTestFinished(() => {
    server.dispose();
    rmSync(folder, { recursive: true, force: true });
  });
  const file = join(folder, 'trace.jsonl');
  const program = example(fencedBlock(page, 'ts'));
  await program.check();
  const { stdout } = await program.run([file, server.executable, ...server.args]);
  expect(stdout.split('\n')).toEqual([
    '5 requests, 3 answered, 2 refused',
    'exits: {"0":1}',
    'server/discover  refused ',
    'initialize  fulfilled ',
    'tools/list  fulfilled ',
    'tools/call echo fulfilled run-1',
    'tools/call fail refused run-1',
    '',
  ]);
  const text = readFileSync(file, 'utf8');
  expect(text).not.toContain('my secret');
  expect(text).not.toContain('out of paper');
  await waitUntilGone(server.pids());
}, 180_000);

test('the table of events has every one that is told', () => {
  const sources = ['client/client-event.ts', 'rpc/process-event.ts', 'manager/manager-event.ts'].map((path) =>
    readFileSync(join(packageFolder, 'src', path), 'utf8'),
  );
  const told = sources.flatMap((source) =>
    Array.from(source.matchAll(/readonly type: ((?:'[a-z-]+'(?: \| )?)+)/g), ([, names = '']) =>
      Array.from(names.matchAll(/'([a-z-]+)'/g), ([, name = '']) => name),
    ).flat(),
  );
  expect(told.length).toBeGreaterThan(20);
  expect(firstColumn('Events').toSorted()).toEqual([...new Set(told)].toSorted());
});

test('the table of records has every one that is written', () => {
  const types = traceRecord.options.map(({ shape }) => shape.type.value);
  expect(firstColumn('Traces').toSorted()).toEqual(['trace', ...types].toSorted());
});

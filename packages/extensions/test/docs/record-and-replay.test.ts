import { fixtureServer } from '@coding-agent/fixture-servers';
import { waitUntilGone } from '@coding-agent/fixture-servers/testing';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fault } from '../../src/trace/fault.ts';
import { recordingRecord } from '../../src/trace/recording-record.ts';
import { interfaceMembers } from '../architecture/source.ts';
import { example } from './example.ts';
import { codeSpans, fencedBlock, packageFolder, readPage, section, tableRows } from './markdown.ts';

const page = readPage('docs/record-and-replay.md');
const rowsOf = (heading: string): string[][] => tableRows(section(page, heading));
const firstCode = ([cell = '']: string[]): string => codeSpans(cell)[0] ?? '';

test('the program records, shows it again with a fault, and nothing that was said is in the file', async () => {
  const server = fixtureServer({ shape: 'mcp' });
  const folder = mkdtempSync(join(tmpdir(), 'record-'));
  onTestFinished(() => {
    server.dispose();
    rmSync(folder, { recursive: true, force: true });
  });
  const file = join(folder, 'session.mcp-frames.jsonl');
  const program = example(fencedBlock(page, 'ts'));
  await program.check();
  const { stdout, stderr } = await program.run([file, server.executable, ...server.args]);
  expect(stderr).toBe('');
  expect(stdout.split('\n')).toEqual([
    expect.stringMatching(/^\d+ records, 0 left out$/),
    expect.stringMatching(/^an answer to request \d+, which has ended$/),
    'text',
    '',
  ]);
  expect(readFileSync(file, 'utf8')).not.toMatch(/my secret|milliseconds/);
  await waitUntilGone(server.pids());
}, 180_000);

test('the table of options has every one', () => {
  const source = readFileSync(join(packageFolder, 'src/trace/open-recording.ts'), 'utf8');
  expect(rowsOf('Record').map(firstCode).toSorted()).toEqual(interfaceMembers(source, 'RecordingOptions').toSorted());
});

test('the table of records has every one that is written', () => {
  const types = recordingRecord.options.map(({ shape }) => shape.type.value);
  const stated = rowsOf('What is in the file, and what is not').map(firstCode);
  expect(stated.slice(0, types.length)).toEqual(types.toSorted((a, b) => stated.indexOf(a) - stated.indexOf(b)));
});

test('the table of faults has every kind, with all of its members', () => {
  const kinds = fault.options.map(({ shape }): [string, string[]] => [
    shape.fault.value,
    Object.keys(shape).filter((member) => member !== 'fault'),
  ]);
  const stated = rowsOf('What can go wrong').map(([kind = '', members = '']): [string, string[]] => [
    codeSpans(kind)[0] ?? '',
    codeSpans(members),
  ]);
  expect(Object.fromEntries(stated)).toEqual(Object.fromEntries(kinds));
});

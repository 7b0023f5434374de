import { McpClientError } from '@coding-agent/extensions';
import { describe, expect, test } from 'vitest';
import { CliError } from '../../src/cli-error.ts';
import { interrupted } from '../../src/interrupted.ts';
import { configured, examination, failed, outcome, ready, type FakeOptions } from '../support/fake-backend.ts';
import { memoryHost } from '../support/memory-host.ts';
import { runInMemory } from '../support/run-in-memory.ts';

const servers = [configured('files'), configured('memory')];
const workspace = { servers };
const isSafe = /It can be pasted into a public issue: arguments, results and values of variables are not in it/;

describe('mcp doctor --report', () => {
  test('writes what fails, all of it, says where it is, and prints what it always prints', async () => {
    const failure = new McpClientError('MCP_INVALID_CONFIG', 'args[1] needs ROOT');
    const options: FakeOptions = {
      workspace: { servers: [...servers, configured('third'), configured('off', { isEnabled: false })] },
      examinations: [
        examination('third', { canStart: false, problems: [{ message: 'x', cure: 'y' }], failure }),
        examination('off', { canStart: false, failure }),
      ],
      listings: [failed('files'), ready('memory')],
    };
    const plain = await runInMemory(['doctor'], options);
    const ran = await runInMemory(['doctor', '--report', 'report.md'], options);
    expect(ran).toMatchObject({ exitCode: plain.exitCode, out: plain.out });
    expect([...ran.backend.written]).toEqual([
      ['report.md', '### report of files error\n\n### report of third error\n'],
    ]);
    expect(ran.err).toMatch(/^the report of files, third is in report\.md\n/);
    expect(ran.err).toMatch(isSafe);
    expect(ran.backend.reported.map(({ failure }) => failure)).toEqual([
      { kind: 'error', error: expect.objectContaining({ code: 'MCP_SPAWN_FAILED' }) },
      { kind: 'error', error: failure },
    ]);
    expect(ran.log.at(-1)).toBe('close');
  });

  test('with - the report is the output, and with --json a part of the document', async () => {
    const options = { workspace, listings: [failed('files'), ready('memory')] };
    const printed = await runInMemory(['doctor', '--report', '-'], options);
    expect(printed).toMatchObject({ exitCode: 4, out: '### report of files error\n' });
    expect(printed.err).toMatch(isSafe);
    const named = await runInMemory(['doctor', 'files', '--report', 'x.md', '--json'], options);
    expect(named.document()).toMatchObject({ servers: [{ name: 'files' }], reports: [{ what: 'files error' }] });
    expect([...named.backend.written.keys()]).toEqual(['x.md']);
    const bare = await runInMemory(['doctor', '--json'], options);
    expect(bare.document()).not.toHaveProperty('reports');
  });

  test('where nothing fails it says so, and has the facts', async () => {
    const { exitCode, err, backend } = await runInMemory(['doctor', '--report', 'report.md'], { workspace });
    expect(exitCode).toBe(0);
    expect(err).toContain('nothing failed that could be reported; what is known of files, memory is in report.md');
    expect(backend.written.get('report.md')).toBe('### report of files facts\n\n### report of memory facts\n');
  });

  test('a configuration that cannot be read is reported as that', async () => {
    const failure = new McpClientError('MCP_INVALID_CONFIG', 'it is no JSON');
    const ran = await runInMemory(['doctor', '--report', 'report.md'], { workspace: { servers: [], failure } });
    expect(ran.exitCode).toBe(2);
    expect(ran.err).toContain('the report of the configuration is in report.md');
    expect(ran.backend.reported).toEqual([{ failure: { kind: 'error', error: failure } }]);
  });

  test('nothing is started when the file is there, unless that is forced', async () => {
    const options = { workspace, files: ['report.md'] };
    const ran = await runInMemory(['doctor', '--report', 'report.md'], options);
    expect({ exitCode: ran.exitCode, err: ran.err, log: ran.log }).toEqual({
      exitCode: 1,
      err: 'error: report.md is there already\n  → add --force\n',
      log: [],
    });
    const forced = await runInMemory(['doctor', '--report', 'report.md', '--force'], options);
    expect(forced.exitCode).toBe(0);
    expect([...forced.backend.written.keys()]).toEqual(['report.md']);
  });
});

const words = ['call', 'files/read_file', 'path=x', '--report', 'report.md'];

describe('mcp call --report', () => {
  const timeout = new McpClientError('MCP_TIMEOUT', 'no answer', { outcome: 'unknown', serverName: 'files' });
  const call = (): Promise<never> => Promise.reject(timeout);

  test('a call that fails is told as without a report, and written', async () => {
    const plain = await runInMemory(words.slice(0, 3), { call });
    const ran = await runInMemory(words, { call });
    expect(ran).toMatchObject({ exitCode: 4, out: '' });
    expect(ran.err.startsWith(plain.err)).toBe(true);
    expect(ran.err.slice(plain.err.length)).toMatch(/^the report is in report\.md\n/);
    expect([...ran.backend.written]).toEqual([['report.md', '### report of files error\n']]);
    expect(ran.backend.reported).toEqual([
      {
        server: 'files',
        tool: 'read_file',
        arguments: { path: 'x' },
        durationMs: expect.any(Number),
        failure: { kind: 'error', error: timeout },
      },
    ]);
    expect(ran.log.at(-1)).toBe('close');
  });

  test('as a document it has the error and the report', async () => {
    const plain = await runInMemory([...words.slice(0, 3), '--json'], { call });
    const ran = await runInMemory([...words, '--json'], { call });
    expect(ran.document()).toEqual({ ...Object(plain.document()), report: { what: 'files error' } });
    const printed = await runInMemory([...words.slice(0, 4), '-'], { call });
    expect(printed).toMatchObject({ exitCode: 4, out: '### report of files error\n' });
  });

  test('a tool that says it failed is reported without what it said', async () => {
    const says = (): Promise<ReturnType<typeof outcome>> => Promise.resolve(outcome('row 17', { isError: true }));
    const ran = await runInMemory(words, { call: says });
    expect(ran.exitCode).toBe(5);
    expect(ran.err).toContain('row 17');
    expect(ran.backend.reported).toMatchObject([{ failure: { kind: 'tool' } }]);
    expect(JSON.stringify(ran.backend.reported)).not.toContain('row 17');
  });

  test('so is a server that cannot be started: there are no arguments yet', async () => {
    const ran = await runInMemory([...words, '--report-arguments', 'args.json'], { listings: [failed('files')] });
    expect(ran.exitCode).toBe(4);
    expect([...ran.backend.written.keys()]).toEqual(['report.md']);
  });

  test('the arguments go into a file of their own, and only when they are asked for', async () => {
    const ran = await runInMemory([...words, '--report-arguments', 'args.json'], { call });
    const { written } = ran.backend;
    expect(JSON.parse(written.get('args.json') ?? '')).toEqual({
      serverName: 'files',
      tool: 'read_file',
      arguments: { path: 'x' },
    });
    expect(ran.err).toContain('the arguments are in args.json: private, and not to be published\n');
  });

  test.each([
    [['--report-arguments', 'a.json'], 'there is no report that these arguments belong to'],
    [['--report', 'a', '--report-arguments', 'a'], 'arguments go into a file of their own'],
    [['--report', 'a', '--report-arguments', './b/../a', '--force'], 'arguments go into a file of their own'],
    [['--trace', 'a', '--report', 'b', '--report-arguments', 'a', '--force'], 'arguments go into a file of their own'],
    [['--trace', 'a', '--report', './a', '--force'], 'the report goes into a file of its own'],
    [['--report', 'a', '--report-arguments', '-'], 'arguments go into a file of their own'],
    [['--report', 'a', '--report-arguments', 'there'], 'there is there already'],
    [['--report', 'there'], 'there is there already'],
  ])('%j is refused before anything is started', async (more, message) => {
    const ran = await runInMemory([...words.slice(0, 3), ...more], { files: ['there'] });
    expect({ exitCode: ran.exitCode, log: ran.log }).toEqual({ exitCode: 1, log: [] });
    expect(ran.err).toContain(message);
  });

  test('a call that goes well, a slip and an interruption are not reported', async () => {
    const well = await runInMemory(words);
    expect(well).toMatchObject({ exitCode: 0, err: '' });
    const slip = await runInMemory(['call', 'files/raed_file', ...words.slice(3)]);
    expect(slip).toMatchObject({ exitCode: 1, err: expect.stringContaining('did you mean files/read_file?') });
    const host = memoryHost();
    const stopped = await runInMemory(
      words,
      {
        call: () => {
          host.abort(interrupted('SIGINT'));
          return Promise.reject(new McpClientError('MCP_ABORTED', 'aborted'));
        },
      },
      { host },
    );
    expect(stopped.exitCode).toBe(130);
    for (const { backend } of [well, slip, stopped]) expect(backend.reported).toEqual([]);
  });

  test('that the report cannot be written does not hide what happened', async () => {
    const unwritable = new CliError('CLI_OUTPUT', 'the disk is full', { next: '' });
    const ran = await runInMemory(words, { call, unwritable });
    expect(ran.exitCode).toBe(4);
    expect(ran.err).toMatch(/no answer\n[^]*warning: the disk is full\n$/);
  });
});

test('mcp run --report: of a command that is in no file, listed or called', async () => {
  const listed = await runInMemory(['run', '--report', 'r.md', '--', 'x'], { listings: [failed('command')] });
  expect(listed.exitCode).toBe(4);
  expect(listed.backend.written.get('r.md')).toBe('### report of command error\n');
  const call = (): Promise<never> => Promise.reject(new McpClientError('MCP_BUSY', 'busy'));
  const called = await runInMemory(['run', '--report', 'r.md', '--call', 'read_file', '--arg', 'path=x', '--', 'x'], {
    call,
  });
  expect(called.backend.reported).toMatchObject([{ server: 'command', tool: 'read_file' }]);
});

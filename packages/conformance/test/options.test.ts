import { describe, expect, it } from 'vitest';
import { help, parseOptions } from '../src/options.ts';
import { runName, runs, shortRuns } from '../src/runs.ts';

describe('the options', () => {
  it('ask for the short runs by default, and for every one on demand', () => {
    const options = { json: undefined, results: undefined, ifPossible: false };
    expect(parseOptions([])).toEqual({ kind: 'run', options: { runs: shortRuns, ...options } });
    expect(parseOptions(['--all'])).toEqual({ kind: 'run', options: { runs, ...options } });
  });

  it('have short runs of both transports, and by far not all', () => {
    expect(new Set(shortRuns.map(({ over }) => over))).toEqual(new Set(['stdio', 'http']));
    expect(shortRuns.length).toBeLessThan(runs.length);
  });

  it('choose runs by name, and scenarios at all their revisions, in the order of the table', () => {
    const args = ['--', '--scenarios', 'tools_call, stdio/2025-11-25/initialize', '--json=a.json', '--results', 'b'];
    const parsed = parseOptions([...args, '--if-possible']);
    expect(parsed).toMatchObject({ kind: 'run', options: { json: 'a.json', results: 'b', ifPossible: true } });
    expect(parsed.kind === 'run' && parsed.options.runs.map(runName)).toEqual([
      'stdio/2025-11-25/initialize',
      'stdio/2025-11-25/tools_call',
      'stdio/2026-07-28/tools_call',
      'http/2025-11-25/tools_call',
      'http/2026-07-28/tools_call',
    ]);
  });

  it('choose by the beginning of a name', () => {
    const parsed = parseOptions(['--scenarios', 'http/2025-11-25/*,initialize']);
    expect(parsed.kind === 'run' && parsed.options.runs).toEqual(
      runs.filter((run) => runName(run).startsWith('http/2025-11-25/') || run.scenario === 'initialize'),
    );
  });

  it('show their help, which names every run', () => {
    expect(parseOptions(['--json', 'a', '-h'])).toEqual({ kind: 'help' });
    for (const run of runs) expect(help).toContain(runName(run));
  });

  it.each([
    [['--scenarios', '2025-11-25/initialize'], '"2025-11-25/initialize" is none of stdio/2025-11-25/initialize'],
    [['--scenarios', 'x*'], '"x*" is none of'],
    [['--scenarios', ''], '""'],
    [['--json', ''], '--json'],
    [['--json'], '--json'],
    [['--results', ''], '--results'],
    [['--all', '--scenarios', 'initialize'], 'exclude each other'],
    [['--everything'], '--everything'],
    [['initialize'], 'initialize'],
  ])('refuse %j and say what is wrong', (args, part) => {
    expect(parseOptions(args)).toMatchObject({ kind: 'wrong', message: expect.stringContaining(part) });
  });
});

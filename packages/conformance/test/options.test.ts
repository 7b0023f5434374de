import { describe, expect, it } from 'vitest';
import { help, parseOptions } from '../src/options.ts';
import { runName, runs } from '../src/runs.ts';

describe('the options', () => {
  it('ask for every run by default', () => {
    expect(parseOptions([])).toEqual({
      kind: 'run',
      options: { runs, json: undefined, results: undefined, ifPossible: false },
    });
  });

  it('choose runs by name, and scenarios at all their revisions, in the order of the table', () => {
    const args = ['--', '--scenarios', 'tools_call, 2025-11-25/initialize', '--json=a.json', '--results', 'b'];
    const parsed = parseOptions([...args, '--if-possible']);
    expect(parsed).toMatchObject({ kind: 'run', options: { json: 'a.json', results: 'b', ifPossible: true } });
    expect(parsed.kind === 'run' && parsed.options.runs.map(runName)).toEqual([
      '2025-11-25/initialize',
      '2025-11-25/tools_call',
      '2026-07-28/tools_call',
    ]);
  });

  it('show their help, which names every run', () => {
    expect(parseOptions(['--json', 'a', '-h'])).toEqual({ kind: 'help' });
    for (const run of runs) expect(help).toContain(runName(run));
  });

  it.each([
    [['--scenarios', 'sse-retry'], '"sse-retry" is none of 2025-11-25/initialize'],
    [['--scenarios', ''], '""'],
    [['--json', ''], '--json'],
    [['--json'], '--json'],
    [['--results', ''], '--results'],
    [['--all'], '--all'],
    [['initialize'], 'initialize'],
  ])('refuse %j and say what is wrong', (args, part) => {
    expect(parseOptions(args)).toMatchObject({ kind: 'wrong', message: expect.stringContaining(part) });
  });
});

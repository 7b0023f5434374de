import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compare, compareRequirements, compareScenarios, readBaseline, type Baseline } from '../src/baseline.ts';
import { revisions, runs } from '../src/runs.ts';
import { readRequirements, readScenarioList } from '../src/suite.ts';

const run = 'http/2026-07-28/tools_call';
const reason = 'because';
const known: Baseline = { notRun: [], failing: [{ run, checks: ['a', 'b'], reason }] };
const problems = (...ids: readonly string[]): { id: string; message: string }[] =>
  ids.map((id) => ({ id, message: 'm' }));

describe('a run beside the baseline', () => {
  it('passes without problems and without an entry', () => {
    expect(compare('stdio/2026-07-28/tools_call', [], known).verdict).toBe('passed');
  });

  it('is a known failure when exactly the known checks fail', () => {
    expect(compare(run, problems('b', 'a', 'a'), known)).toEqual({
      verdict: 'known failure',
      unexpected: [],
      stale: [],
    });
  });

  it('fails by what no entry knows, also beside what one knows', () => {
    expect(compare(run, problems('a', 'b', 'c'), known)).toMatchObject({
      verdict: 'failed',
      unexpected: [{ id: 'c' }],
    });
    expect(compare('stdio/2026-07-28/tools_call', problems('a'), known).verdict).toBe('failed');
  });

  it('makes an entry stale when a known check does not fail any more', () => {
    expect(compare(run, problems('a'), known)).toEqual({ verdict: 'stale', unexpected: [], stale: ['b'] });
    expect(compare(run, [], known).verdict).toBe('stale');
  });
});

describe('the scenarios of the suite', () => {
  const names = [...new Set(runs.map(({ scenario }) => scenario))];
  const notRun = [{ scenario: 'sep-2640-client-*', reason }];

  it('are run, or named with a reason', () => {
    expect(compareScenarios([...names, 'sep-2640-client-one', 'sep-2640-client-two'], { notRun, failing: [] })).toEqual(
      [],
    );
  });

  it('are reported when they are new, gone, named in vain, or named and run', () => {
    const [first = '', ...others] = names;
    const baseline = { notRun: [...notRun, { scenario: 'tools_call', reason }], failing: [] };
    const drift = compareScenarios([...others, 'brand-new'], baseline).join('\n');
    expect(drift).toContain('brand-new is new');
    expect(drift).toContain(`${first} is not in the suite any more`);
    expect(drift).toContain('sep-2640-client-* is in baseline.json, and not in the suite');
    expect(drift).toContain('stdio/2025-11-25/tools_call is run, and baseline.json says that it is not');
  });

  it('are read from its list', () => {
    const text =
      'Client scenarios (test against a client):\n  - initialize [2025-11-25]\n  - auth/dpop [extension]\n\n';
    expect(readScenarioList(text)).toEqual(['initialize', 'auth/dpop']);
    expect(readScenarioList('SyntaxError: - what')).toEqual([]);
  });
});

describe('what a revision requires', () => {
  const text = [
    'Required for 2026-07-28 (3 scenarios, frozen):',
    '',
    'Server scenarios (test against a server):',
    '  - ping',
    '',
    'Client scenarios (test against a client):',
    '  - tools_call',
    '  - auth/basic-cimd',
    '',
    'Run and reported, but never scored:',
    '  extension (1):',
    '    - auth/dpop [client]',
  ].join('\n');

  it('is read from the list of the suite, the part about clients', () => {
    expect(readRequirements(text)).toEqual(['tools_call', 'auth/basic-cimd']);
    expect(readRequirements('SyntaxError: - what')).toEqual([]);
  });

  it('is run over HTTP, or named with a reason', () => {
    const notRun = [{ scenario: 'one/*', reason }];
    const baseline = { notRun, failing: [] };
    for (const revision of revisions) {
      expect(compareRequirements(revision, ['tools_call', 'one/a'], baseline)).toEqual([]);
      const [missing = '', ...others] = compareRequirements(revision, ['tools_call', 'two'], baseline);
      expect([missing, others]).toEqual([expect.stringContaining(`two is required for ${revision}`), []]);
    }
  });

  it('counts for its revision alone, and a list without a name is no list', () => {
    const baseline = { notRun: [], failing: [] };
    expect(compareRequirements('2026-07-28', ['sse-retry'], baseline)).toHaveLength(1);
    expect(compareRequirements('2025-11-25', ['sse-retry'], baseline)).toEqual([]);
    expect(compareRequirements('2025-11-25', [], baseline)).toHaveLength(1);
  });
});

describe('the file', () => {
  it('is sound', () => {
    const read = readBaseline(readFileSync(join(import.meta.dirname, '../baseline.json'), 'utf8'));
    expect(read.notRun.length).toBeGreaterThan(0);
  });

  it('keeps what is in it', () => {
    const text = JSON.stringify(known);
    expect(readBaseline(text)).toEqual(known);
  });

  it.each([
    ['{', 'JSON'],
    ['[]', 'object'],
    ['{"notRun":[]}', 'failing'],
    ['{"notRun":[],"failing":[],"extra":1}', '"extra"'],
    ['{"notRun":[{"scenario":"auth/*"}],"failing":[]}', 'no reason'],
    ['{"notRun":[{"scenario":"auth/*","reason":" "}],"failing":[]}', 'no reason'],
    [`{"notRun":[],"failing":[{"run":"${run}","checks":["a"]}]}`, 'no reason'],
    [`{"notRun":[],"failing":[{"run":"${run}","checks":[],"reason":"r"}]}`, 'no checks'],
    ['{"notRun":[],"failing":[{"run":"tools_call","checks":["a"],"reason":"r"}]}', '"tools_call", which is not run'],
  ])('refuses %s', (text, part) => {
    expect(() => readBaseline(text)).toThrow(part);
  });
});

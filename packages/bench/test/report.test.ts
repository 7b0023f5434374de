import { describe, expect, it } from 'vitest';
import { formatHeader } from '../src/header.ts';
import { formatFailures, formatReport } from '../src/report.ts';
import { growthSamples, type Sample } from '../src/samples.ts';
import { formatNumber, formatRatio, formatTable } from '../src/table.ts';

const sample = (round: number, client: string, metric: string, value: number, row = 'start'): Sample => ({
  round,
  row,
  client,
  metric,
  value,
});

const result = {
  startedAt: '2026-01-01T00:00:00.000Z',
  node: 'v20.19.0',
  platform: 'linux x64',
  cpu: '2 x some model',
  server: 'C',
  isQuick: false,
  rounds: 1,
  versions: { ours: '1.2.3', limit: 'own' },
  notInstalled: ['ai-sdk'],
  samples: [],
  failures: [],
};

describe('a table', () => {
  it('has text to the left and numbers to the right', () => {
    const lines = [
      ['metric', 'client', 'median'],
      ['ms', 'ours', '9.50'],
      ['', 'limit', '120'],
    ];
    expect(formatTable(lines, 2)).toBe('metric  client  median\nms      ours      9.50\n        limit      120');
  });

  it('shows three digits that count', () => {
    const numbers = [0.123, 9.994, 9.996, 99.94, 99.96, 1234.5, Number.NaN];
    expect(numbers.map(formatNumber)).toEqual(['0.12', '9.99', '10.0', '99.9', '100', '1235', '-']);
    expect([formatRatio(1.5), formatRatio(undefined)]).toEqual(['1.50x', '-']);
  });
});

describe('the report', () => {
  it('shows medians, spread, the ratio to the limit, and ours to each other', () => {
    const samples = [
      sample(1, 'ours', 'ms', 12),
      sample(1, 'sdk', 'ms', 30),
      sample(1, 'limit', 'ms', 10),
      sample(2, 'ours', 'ms', 13),
      sample(2, 'sdk', 'ms', 26),
      sample(2, 'limit', 'ms', 10),
    ];
    expect(formatReport(samples, ['ours', 'sdk', 'limit'])).toBe(
      [
        'start: Start of a server to its first list of tools; the library is imported',
        'metric  client  median   min   max  to limit  ours to it',
        'ms      ours      12.5  12.0  13.0     1.25x',
        '        sdk       28.0  26.0  30.0     2.80x       0.45x',
        '        limit     10.0  10.0  10.0     1.00x       1.25x',
      ].join('\n'),
    );
  });

  it('has no ratio where nothing was measured to compare with', () => {
    expect(formatReport([sample(1, 'sdk', 'ms', 30)], ['sdk'])).toMatch(/sdk +30\.0 +30\.0 +30\.0 +- +-$/u);
  });

  it('tells how answers grow, from two cells of one round', () => {
    const samples = [
      sample(1, 'ours', 'ms8', 20, 'answers'),
      sample(1, 'ours', 'ms32', 80, 'answers'),
      sample(2, 'ours', 'ms32', 90, 'answers'),
    ];
    expect(growthSamples(samples)).toEqual([sample(1, 'ours', 'growth', 4, 'answers')]);
    expect(formatReport(samples, ['ours'])).toContain('8 to 32 MiB, times as long');
  });

  it('names what failed', () => {
    const failure = { round: 2, row: 'answers', variant: 32, client: 'sdk', why: 'not done after 120 s' };
    expect(formatFailures([failure])).toBe('FAILED: sdk, answers 32, round 2: not done after 120 s');
  });

  it('says who is missing, and whether the machine had other work', () => {
    const idle = { round: 1, row: 'start', variant: 0, busyShare: 0.02, loadAverage: 0.1 };
    const busy = { ...idle, row: 'list', busyShare: 0.4, loadAverage: 1.5 };
    const quiet = formatHeader({ ...result, loads: [idle, idle] });
    expect(quiet).toContain('clients: ours 1.2.3, limit');
    expect(quiet).toContain('not measured: ai-sdk');
    expect(quiet).not.toContain('NOT IDLE');
    const loud = formatHeader({ ...result, loads: [idle, busy] });
    expect(loud).toContain('NOT IDLE before 1 of 2 turns (others used 21 % of it in the median)');
  });
});

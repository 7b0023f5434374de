import { afterAll, expect } from 'vitest';
import { verifies } from '../../contract/verifies.ts';
import { writeReport } from '../../support/reports.ts';
import { startHost, type MeetingHost } from './hosts.ts';
import type { Result } from './result.ts';
import type { FaultRow } from './row.ts';
import { breaches } from './verdict.ts';

const testMs = 60_000;

/**
 * Proves rows of the table, each against a real server, in hosts of their own: one for all that are not about memory, and
 * one for each that is. What was measured goes to a report, of which the page is made.
 */
export function proveRows(report: string, rows: readonly FaultRow[]): void {
  const results: Result[] = [];
  const together = rows.filter(({ limitBytes }) => limitBytes === undefined);
  const hosts: MeetingHost[] = [];
  let common: MeetingHost | undefined;
  const start = (some: readonly FaultRow[]): MeetingHost => {
    const host = startHost(some);
    hosts.push(host);
    return host;
  };
  const hostOf = (row: FaultRow): MeetingHost => {
    if (row.limitBytes !== undefined) return start([row]);
    common ??= start(together);
    return common;
  };

  for (const row of rows) {
    const told = row.ending === 'answered' ? 'gets its answer' : `is told ${row.ending}`;
    verifies(
      row.id ?? 'Q-01',
      `${row.fault}: whoever waits ${told} in time, and the host lives on`,
      async () => {
        const host = hostOf(row);
        const result = await host.result(row.fault);
        results.push(result);
        expect(breaches(row, result)).toEqual([]);
        if (host !== common) expect(await host.exit, 'the host ends by itself').toBe(0);
      },
      testMs,
    );
  }
  if (together.length > 0) {
    verifies(
      together[0]?.id ?? 'Q-01',
      'the host that met all of these ends by itself when it has closed its clients',
      async () => {
        common ??= start(together);
        expect(await common.exit).toBe(0);
      },
      testMs,
    );
  }
  afterAll(() => {
    for (const host of hosts) host.kill();
    writeReport('faults', report, results);
  });
}

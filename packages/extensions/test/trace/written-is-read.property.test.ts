import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { failureRecord } from '../../src/trace/failure-record.ts';
import { failureReport } from '../../src/trace/failure-report.ts';
import { openTrace, type Trace } from '../../src/trace/open-trace.ts';
import { readTrace } from '../../src/trace/read-trace.ts';
import { traceRecord } from '../../src/trace/trace-record.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

type Added = Parameters<Trace['add']>[0];

/** What a host may come up with, and what no host should. */
const anything = fc.oneof(
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true, withTypedArray: true }),
  fc.constantFrom<unknown>(
    1n,
    NaN,
    -0,
    1.5,
    Infinity,
    2 ** 60,
    null,
    cycle(),
    hostile(),
    new Proxy({}, { ownKeys: fail }),
  ),
  fc.string({ unit: 'binary' }),
);

/** In the shape of a record, with one thing or another in it. */
const failure = fc.record(
  {
    type: fc.constant('failure'),
    code: fc.oneof({ weight: 4, arbitrary: fc.string({ unit: 'binary' }) }, { weight: 1, arbitrary: anything }),
    message: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('x'.repeat(2 * 1024 * 1024), 'ü'.repeat(600_000))),
    exitCode: anything,
    durationMs: fc.double(),
    stderr: fc.oneof(fc.record({ text: fc.string(), truncated: fc.boolean() }), anything),
    more: anything,
    toJSON: anything,
  },
  { requiredKeys: ['type', 'code', 'message'] },
);

function cycle(): object {
  const round: { self?: object } = {};
  round.self = round;
  return round;
}

function hostile(): object {
  return Object.defineProperty({ type: 'failure', code: 'X' }, 'message', { get: fail, enumerable: true });
}

function fail(): never {
  throw new Error('not to be read');
}

test('whatever is added to a trace, it is read back or was counted as dropped', async (context) => {
  const folder = temporaryFolder(context);
  let runs = 0;
  const added = fc.array(fc.oneof({ weight: 3, arbitrary: failure }, { weight: 1, arbitrary: anything }), {
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(added, async (records) => {
      runs += 1;
      const errors: unknown[] = [];
      const trace = await openTrace({ path: join(folder, `${runs}.jsonl`), onError: (error) => errors.push(error) });
      trace.add({ type: 'failure', code: 'FIRST', message: 'first' });
      for (const record of records) trace.add(record as Added);
      await trace.flush();
      trace.add({ type: 'failure', code: 'LAST', message: 'last' });
      await trace.close();
      const read = await readTrace(trace.path);
      expect(errors).toEqual([]);
      expect(read.skipped).toMatchObject({ invalidCount: 0, isTorn: false, unknown: {} });
      const told = read.records.flatMap((record) => (record.type === 'dropped' ? [record.count] : []));
      expect(told.reduce((sum, count) => sum + count, 0)).toBe(trace.dropped);
      expect(read.records.length - told.length + trace.dropped).toBe(records.length + 2);
      expect(read.records.map((record) => record.type === 'failure' && record.code)).toContain('LAST');
    }),
    { numRuns: 60 },
  );
});

test('a failure of anything is a record of the format', () => {
  const thrown = fc.oneof(
    anything,
    fc
      .record(
        { exitCode: anything, requestId: anything, signal: anything, stderrTail: anything, code: anything },
        { requiredKeys: [] },
      )
      .map((members) => Object.assign(new Error('it failed'), members)),
  );
  fc.assert(
    fc.property(thrown, fc.double(), (error, durationMs) => {
      const record = failureRecord(failureReport(error, { durationMs }), 1);
      expect(traceRecord.safeParse(JSON.parse(JSON.stringify(record))).error).toBeUndefined();
    }),
  );
});

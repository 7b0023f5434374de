import type { Result } from './result.ts';
import type { FaultRow } from './row.ts';

/** What the host's memory may grow by, beside the limit of the row. */
const slackBytes = 20 * 2 ** 20;
/** Closing takes at most 2.5 s, which `test/stdio/ladder.test.ts` proves by a clock of its own; this is for busy machines. */
const closeWithinMs = 4_000;
/** The journal and the host round to milliseconds, and the reader of the clock may be put aside in between. */
const earlyMs = 20;

/** What of a row's promise was not kept; empty is the rule. */
export function breaches(row: FaultRow, { ending, ms, growthBytes, closeMs, problems }: Result): string[] {
  const found = [...problems];
  const withinMs = row.withinMs ?? 2_000;
  const allowed = (row.limitBytes ?? 0) + slackBytes;
  if (ending !== row.ending) found.unshift(`the ending is ${ending}, and ${row.ending} is promised`);
  if (ms > withinMs) found.push(`${ms} ms after ${row.due}, of ${withinMs}`);
  if (ms < -earlyMs) found.push(`${-ms} ms before ${row.due}`);
  if (growthBytes > allowed) found.push(`the host grew by ${mebibytes(growthBytes)}, of ${mebibytes(allowed)}`);
  if (closeMs > closeWithinMs) found.push(`closing took ${Math.round(closeMs)} ms, of ${closeWithinMs}`);
  return found;
}

function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}

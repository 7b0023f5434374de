import type { RecordingRecord } from './recording-record.ts';

/** So many are named: a number in a file may be any. */
const maxNamed = 1_000;

/** Connections of which a recording has nothing, although it has later ones: they are counted from 1, each as it is opened. */
export function missingConnections(records: readonly RecordingRecord[]): readonly number[] {
  const known = new Set<number>();
  let last = 0;
  for (const record of records) {
    if (record.type === 'gap') continue;
    known.add(record.connection);
    last = Math.max(last, record.connection);
  }
  const missing: number[] = [];
  for (let number = 1; number < last && missing.length < maxNamed; number += 1) {
    if (!known.has(number)) missing.push(number);
  }
  return missing;
}

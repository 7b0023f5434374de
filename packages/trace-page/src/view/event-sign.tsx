import type { VNode } from 'preact';
import { short, type Point } from '../layout/point.ts';
import type { OtherRecord } from '../model/records.ts';

/** Outlines around 0 0. Steps of a process stand upright, talk is small, what went wrong is pointed. */
const outlines: Readonly<Record<OtherRecord['type'], string>> = {
  failure: 'M0 -6L6.5 5H-6.5Z',
  diagnostic: 'M0 -5L5 0L0 5L-5 0Z',
  'stray-answer': 'M-4 -5L0 -1L4 -5L5 -4L1 0L5 4L4 5L0 1L-4 5L-5 4L-1 0L-5 -4Z',
  process: 'M-2 -6H2V6H-2Z',
  gone: 'M-5 -1.5H5V1.5H-5Z',
  'server-state': 'M-4 -4H4V4H-4Z',
  state: 'M-3 -3H3V3H-3Z',
  connection: 'M-5 0A5 5 0 1 1 5 0A5 5 0 1 1 -5 0Z',
  stderr: 'M-5 -3.5H5V-1.5H-5ZM-5 1.5H2V3.5H-5Z',
  notification: 'M-2.5 0A2.5 2.5 0 1 1 2.5 0A2.5 2.5 0 1 1 -2.5 0Z',
  'server-request': 'M-3 0L2 -4V4Z',
  dropped: 'M-5 -5H-2V5H-5ZM2 -5H5V5H2Z',
};

/** Failures, steps of a shutdown that need force, and processes that are left. */
export function isAlarming(record: OtherRecord): boolean {
  if (record.type === 'process') return record.event === 'terminated' || record.event === 'killed';
  return record.type === 'failure' || (record.type === 'gone' && record.survivors > 0);
}

/** The sign of an event within a drawing. What is alarming has the colour of what went wrong. */
export function EventSign({ record, at: { x, y } }: { readonly record: OtherRecord; readonly at: Point }): VNode {
  return (
    <path
      class={`event-sign ${record.type}${isAlarming(record) ? ' alarm' : ''}`}
      d={outlines[record.type]}
      transform={`translate(${short(x)} ${short(y)})`}
    />
  );
}

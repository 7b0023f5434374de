import { z } from 'zod';
import { fault } from '../../../src/trace/fault.ts';
import { readRecording, type Recording } from '../../../src/trace/read-recording.ts';
import { replay } from '../../../src/trace/replay.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { Host, hostStep } from './host.ts';

/**
 * One more line of a recording, which readers of recordings do not know: what a host does, what goes wrong, and how each thing
 * that was asked for is to end. With it the file is a whole bug report.
 */
const bugReport = z.strictObject({
  type: z.literal('bug-report'),
  title: z.string(),
  steps: z.array(hostStep),
  faults: z.array(fault),
  times: z.enum(['none', 'recorded']).optional(),
  /** `2 MCP_TIMEOUT`: what the second thing that was asked for comes to. In the order in which they do. */
  settlements: z.array(z.string()),
  /** Kinds of diagnostics, in order. */
  diagnostics: z.array(z.string()),
});

export interface BugReport {
  readonly recording: Recording;
  readonly report: z.infer<typeof bugReport>;
}

export async function readBugReport(path: string): Promise<BugReport> {
  const recording = await readRecording(path);
  const report = recording.others.find(({ type }) => type === 'bug-report');
  return { recording, report: bugReport.parse(report) };
}

/** Lets it happen again. */
export async function happenAgain({ recording, report }: BugReport): Promise<Host> {
  const clock = new ManualClock();
  const { faults, times, steps } = report;
  const host = new Host(replay(recording, { faults, clock, times }).connect, clock, { timeouts: { requestMs: 5_000 } });
  await host.steps(steps);
  await host.end();
  return host;
}

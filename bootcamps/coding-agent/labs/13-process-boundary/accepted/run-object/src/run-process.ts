import { ProcessError } from './errors.ts';
import { resolveOptions, type RunOptions } from './options.ts';
import { ProcessRun } from './process-run.ts';
import type { ProcessResult } from './result.ts';

/** Looks at the door and lets an object do the rest. */
export async function runProcess(options: RunOptions): Promise<ProcessResult> {
  const run = resolveOptions(options);
  if (run.signal?.aborted) {
    throw new ProcessError('PROCESS_ABORTED', 'the signal was aborted', { cause: run.signal.reason });
  }
  return new ProcessRun(run).result;
}

/** What was kept of one stream. */
export interface Output {
  /** The beginning of it, decoded as UTF-8, whole characters only. */
  readonly text: string;
  /** True when there was more than `text` holds. Who shows `text` to somebody shows this, too. */
  readonly truncated: boolean;
  /** How many bytes the process wrote, kept or not. */
  readonly totalBytes: number;
}

/**
 * Who ended the process. `exited`: not we; it ended by itself, well or badly, or somebody else killed it. `timed-out`: our
 * timer. `aborted`: the caller's signal. Exit code and signal cannot tell: a process may answer SIGTERM with `exit 0`.
 */
export type Ending = 'exited' | 'timed-out' | 'aborted';

/** What became of a process that ran. It is gone by now. */
export interface ProcessResult {
  readonly stdout: Output;
  readonly stderr: Output;
  /** `null` when a signal ended it. `null` is not 0. */
  readonly exitCode: number | null;
  /** `null` when it ended by itself. */
  readonly signal: NodeJS.Signals | null;
  readonly ending: Ending;
  /** `aborted` only: the reason of the caller's signal, as it is. */
  readonly abortReason?: unknown;
}

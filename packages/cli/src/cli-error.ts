import { exitCodes, type ExitCode } from './exit-codes.ts';

/** Codes of errors that only the command line has. Those of servers are the library's (`MCP_…`). Stable. */
export type CliErrorCode =
  /** The command line itself: an option, an argument, a conflict. */
  | 'CLI_USAGE'
  /** There is no configuration, or a file that was named cannot be read. */
  | 'CLI_NO_CONFIG'
  | 'CLI_DISABLED'
  | 'CLI_UNKNOWN_SERVER'
  | 'CLI_UNKNOWN_TOOL'
  /** A name that can be read in more than one way. */
  | 'CLI_AMBIGUOUS'
  /** What was to be approved is not what there is now, or nobody could be asked. */
  | 'CLI_NOT_APPROVED'
  /** A file that was named is no trace that can be read. */
  | 'CLI_NO_TRACE'
  /** What was to be printed or written cannot be. */
  | 'CLI_OUTPUT'
  | 'CLI_INTERRUPTED'
  /** A mistake of ours. */
  | 'CLI_INTERNAL';

export interface CliErrorDetails {
  /** What to do next: one sentence, with a command where there is one. */
  readonly next: string;
  readonly exitCode?: ExitCode;
  /** Names that may have been meant. */
  readonly candidates?: readonly string[];
  readonly cause?: unknown;
}

/** An error of the command line. Its message is for people, and holds no value of a variable or a header. */
export class CliError extends Error {
  override readonly name: string = 'CliError';
  readonly code: CliErrorCode;
  readonly next: string;
  readonly exitCode: ExitCode;
  readonly candidates: readonly string[];

  constructor(code: CliErrorCode, message: string, details: CliErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.next = details.next;
    this.exitCode = details.exitCode ?? exitCodes.usage;
    this.candidates = details.candidates ?? [];
  }
}

export function usageError(
  message: string,
  next: string,
  candidates: readonly string[] = [],
  cause?: unknown,
): CliError {
  return new CliError('CLI_USAGE', message, { next, candidates, cause });
}

import type { ExitCode } from './exit-codes.ts';

/**
 * What a command came to. It is printed in one place: the document with `--json`, the text without, so that there is exactly
 * one document, whatever a command does.
 */
export interface CommandResult {
  readonly exitCode: ExitCode;
  /** Plain JSON. */
  readonly document: unknown;
  /** Lines, visible; empty for nothing. What needs no newline at its end has none. */
  readonly text: string;
  /** Lines for stderr, in both forms: warnings, and what to do next. */
  readonly notes?: readonly string[];
}

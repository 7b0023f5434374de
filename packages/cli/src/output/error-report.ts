import { McpClientError } from '@coding-agent/extensions/client';
import { CliError } from '../cli-error.ts';
import { exitCodeOf, exitCodes, type ExitCode } from '../exit-codes.ts';
import { plainAdvice, type Advice } from './advice.ts';
import { cureOf } from './cures.ts';
import type { Style } from './style.ts';
import { visible, visibleLine } from './visible.ts';

/** An error for people and for programs. */
export interface ErrorReport {
  readonly code: string;
  readonly message: string;
  /** What to do next. */
  readonly next: string;
  readonly exitCode: ExitCode;
  readonly server?: string;
  readonly candidates?: readonly string[];
  /** `not-sent`, `unknown`: whether a call may have been executed. */
  readonly outcome?: string;
  /** The status of an answer over HTTP. */
  readonly httpStatus?: number;
  /** So many milliseconds later the server wants to be asked again. */
  readonly retryAfterMs?: number;
  /** What the server wrote last to stderr: bounded, redacted, untrusted. */
  readonly stderr?: string;
  /** What differs from what was approved, in words. */
  readonly changes?: readonly string[];
  /** What stands against the arguments. */
  readonly problems?: readonly { readonly path: string; readonly message: string }[];
}

/** Lines of a server's stderr that are shown to a person; all of the tail is in the document. */
const shownLines = 10;

/** Of any error: those of the library and of the command line say what they are, all others are a mistake of ours. */
export function reportOf(error: unknown, advice: Advice): ErrorReport {
  if (error instanceof CliError) {
    const { code, message, next, exitCode, candidates } = error;
    return { code, message, next, exitCode, ...(candidates.length > 0 ? { candidates } : {}) };
  }
  if (isLibraryError(error)) {
    const { code, message, serverName, outcome, httpStatus, retryAfterMs, stderrTail, changes, problems } = error;
    return {
      code,
      message,
      next: cureOf(code, serverName, advice),
      exitCode: exitCodeOf(error),
      ...(serverName === undefined ? {} : { server: serverName }),
      ...(outcome === undefined || !isOfCall(error) ? {} : { outcome }),
      ...(httpStatus === undefined ? {} : { httpStatus }),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      ...(stderrTail === undefined || stderrTail === '' ? {} : { stderr: stderrTail }),
      ...(changes === undefined ? {} : { changes }),
      ...(problems === undefined ? {} : { problems }),
    };
  }
  return {
    code: 'CLI_INTERNAL',
    message: `this is a mistake of the command itself: ${error instanceof Error ? error.message : String(error)}`,
    next: 'please report it, with the command line and the output of mcp --version',
    exitCode: exitCodes.unreachable,
  };
}

/** Of a server that was only asked what it has: no tool was called, so that there is nothing to be executed. */
export function listReportOf(error: unknown, advice: Advice): ErrorReport {
  const { outcome: _, ...report } = reportOf(error, advice);
  return report;
}

/** A handshake, and a list, do nothing: whatever became of them, no tool was called. */
function isOfCall({ code, method = 'tools/call' }: McpClientError): boolean {
  return code !== 'MCP_HANDSHAKE_FAILED' && method === 'tools/call';
}

/** Nothing went wrong: somebody must look at the server first. */
export function needsApproval({ code }: Pick<ErrorReport, 'code'>): boolean {
  return code === 'MCP_APPROVAL_REQUIRED';
}

/** The exit code alone. */
export function exitCodeOfError(error: unknown): ExitCode {
  return reportOf(error, plainAdvice).exitCode;
}

/** Lines for stderr. */
export function errorText({ message, next, server, stderr, outcome }: ErrorReport, style: Style): string {
  const prefix = server === undefined || message.startsWith(server) ? '' : `${visibleLine(server)}: `;
  const lines = [`${style.bad('error:')} ${prefix}${visible(message)}`];
  if (outcome === 'unknown') lines.push('  it may have been executed: nobody knows, since no answer came');
  if (stderr !== undefined) {
    const said = visible(stderr).trimEnd().split('\n');
    lines.push('  what the server wrote last:', ...said.slice(-shownLines).map((line) => style.dim(`  | ${line}`)));
  }
  lines.push(`  → ${visibleLine(next)}`);
  return `${lines.join('\n')}\n`;
}

/** By its brand: two copies of the library may have been installed. */
function isLibraryError(error: unknown): error is McpClientError {
  return (
    error instanceof McpClientError || (error instanceof Error && /^Mcp(?:Client|Protocol)Error$/.test(error.name))
  );
}

import { CliError, usageError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { errorText, reportOf } from '../output/error-report.ts';
import { deliverReports, isSameFile, requireTarget, type ReportTarget } from '../output/report-file.ts';
import { visibleLine } from '../output/visible.ts';
import type { CommandResult } from '../result.ts';
import type { PublishedReport, ServerFailure } from '../reports.ts';
import type { Session } from '../servers/workspace.ts';

/** What is to be written when a call fails. */
export interface CallReportOptions {
  readonly target: ReportTarget;
  /** For its arguments, which are in no report: a file of their own. */
  readonly argumentsFile?: string | undefined;
}

/** What is known of a call so far. */
export interface Attempt {
  server?: string;
  tool?: string;
  arguments?: Readonly<Record<string, unknown>>;
  /** When it was sent, by the clock of `performance`. */
  calledAt?: number;
}

/** @throws CliError before anything is started, when something of it could not be written */
export function requireReportFiles(context: Context, { target, argumentsFile }: CallReportOptions): void {
  requireTarget(context, target);
  if (argumentsFile === undefined) return;
  const { globals, host } = context;
  const others = [target.file, globals.trace].filter((file) => file !== undefined);
  if (argumentsFile === '-' || others.some((file) => isSameFile(argumentsFile, file, host)))
    throw usageError('arguments go into a file of their own', 'name another file for --report-arguments');
  context.files.requireFree(argumentsFile, target.isForced);
}

/**
 * Does something with a server, and when it fails writes what may be published of that. What it comes to is the same with a
 * report and without: the error is told, the exit code is its own. A slip on the command line, and an interruption, are no
 * failures of a server.
 */
export async function reportingFailure(
  context: Context,
  session: Session,
  options: CallReportOptions | undefined,
  work: (attempt: Attempt) => Promise<CommandResult>,
): Promise<CommandResult> {
  const attempt: Attempt = {};
  const isTold = options !== undefined || context.globals.trace !== undefined;
  const ended = await resultOf(context, isTold, () => work(attempt));
  if (!isTold || ended.failure === undefined) return ended.result;
  const { result, failure } = ended;
  const { server, tool, arguments: given, calledAt } = attempt;
  const durationMs = calledAt === undefined ? undefined : performance.now() - calledAt;
  const about = { server, tool, arguments: given, durationMs, failure };
  const report = await session.report(about, { signal: context.host.signal });
  if (options === undefined) return result; // it is in the trace
  const { text, notes } = await delivered(context, options, { report, attempt });
  return {
    ...result,
    document: { ...Object(result.document), report: report.data },
    text: text ?? result.text,
    notes: [...(result.notes ?? []), ...notes],
  };
}

interface Ended {
  readonly result: CommandResult;
  readonly failure?: ServerFailure;
}

/** What the work came to; an error that is to be reported as the result that it would have been printed as. */
async function resultOf(context: Context, isTold: boolean, work: () => Promise<CommandResult>): Promise<Ended> {
  try {
    const result = await work();
    return result.exitCode === exitCodes.toolError ? { result, failure: { kind: 'tool' } } : { result };
  } catch (error) {
    if (!isTold || error instanceof CliError || context.host.signal.aborted) throw error;
    const { advice, style, globals } = context;
    const report = reportOf(error, advice);
    // In a document the error stands already.
    const notes = globals.json ? [] : errorText(report, style).trimEnd().split('\n');
    const result = { exitCode: report.exitCode, document: { error: report }, text: '', notes };
    return { result, failure: { kind: 'error', error } };
  }
}

/** Writes the files. That one of them cannot be written does not hide what the call came to. */
async function delivered(
  context: Context,
  { target, argumentsFile }: CallReportOptions,
  { report, attempt }: { readonly report: PublishedReport; readonly attempt: Attempt },
): ReturnType<typeof deliverReports> {
  const { server, tool, arguments: given } = attempt;
  try {
    const told = await deliverReports(context, [report], { target, what: 'the report' });
    if (argumentsFile === undefined || server === undefined || tool === undefined || given === undefined) return told;
    await context.files.writeArguments(argumentsFile, { serverName: server, tool, arguments: given }, target.isForced);
    const where = `the arguments are in ${visibleLine(argumentsFile)}: private, and not to be published`;
    return { ...told, notes: [...told.notes, where] };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { notes: [`warning: ${visibleLine(error.message)}`] };
  }
}

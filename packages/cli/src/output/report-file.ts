import { resolve } from 'node:path';
import { usageError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import type { PublishedReport } from '../reports.ts';
import { visibleLine } from './visible.ts';

/** Where a report goes. */
export interface ReportTarget {
  /** `-`: to standard output. */
  readonly file: string;
  /** What is there may be written over. */
  readonly isForced: boolean;
}

/** @throws CliError before anything is started, when it could not be written, or would be written over the trace */
export function requireTarget({ files, globals, host }: Context, { file, isForced }: ReportTarget): void {
  if (file === '-') return;
  if (globals.trace !== undefined && isSameFile(file, globals.trace, host))
    throw usageError('the report goes into a file of its own', 'name another file than that of --trace');
  files.requireFree(file, isForced);
}

/** `./a` is `a`. */
export function isSameFile(one: string, other: string, { cwd }: Pick<Context['host'], 'cwd'>): boolean {
  return resolve(cwd, one) === resolve(cwd, other);
}

/** What was done with reports, and what takes the place of the text that would have been printed. */
interface Delivered {
  /** Undefined: the text stays as it is. */
  readonly text?: string;
  readonly notes: readonly string[];
}

/**
 * Writes reports where they are wanted, and says where they are and what may be done with them. `what`: whose they are.
 *
 * @throws CliError `CLI_OUTPUT`
 */
export async function deliverReports(
  { files }: Context,
  reports: readonly PublishedReport[],
  { target: { file, isForced }, what }: { readonly target: ReportTarget; readonly what: string },
): Promise<Delivered> {
  const text = reports.map((report) => report.text).join('\n');
  if (file === '-') return { text, notes: [`${visibleLine(what)} is on standard output`, ...safeWords] };
  await files.write(file, text, isForced);
  return { notes: [`${visibleLine(what)} is in ${visibleLine(file)}`, ...safeWords] };
}

const safeWords = [
  '  It can be pasted into a public issue: arguments, results and values of variables are not in it; what looks like',
  '  a credential, home folders, and the names of user and machine were taken out. A part of it are words of servers:',
  '  read it first.',
];

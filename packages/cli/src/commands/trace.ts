import { basename, resolve } from 'node:path';
import { CliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { counted } from '../output/counted.ts';
import { groupsOf, requestsOf } from '../output/trace-summary.ts';
import { traceText } from '../output/trace-text.ts';
import { visibleLine } from '../output/visible.ts';
import type { CommandResult } from '../result.ts';
import type { PageOptions } from '../traces.ts';

export interface TraceShowOptions {
  readonly file: string;
  /** Every request, and not only what went wrong. */
  readonly all: boolean;
}

/** `mcp trace show`: what a trace tells, in a table. */
export async function traceShow(context: Context, { file, all }: TraceShowOptions): Promise<CommandResult> {
  const { traces, host, style, columns } = context;
  const content = await traces.read(file, host.signal);
  const requests = requestsOf(content.records);
  return {
    exitCode: exitCodes.ok,
    document: { start: content.start, groups: groupsOf(requests), requests, skipped: content.skipped },
    text: traceText(content, { style, columns, isWhole: all, file }),
  };
}

export interface TraceViewOptions {
  readonly file: string;
  /** Where the page goes; undefined: beside the trace. */
  readonly out?: string | undefined;
  readonly language?: PageOptions['language'];
  readonly force: boolean;
}

/** `mcp trace view`: one HTML file that draws it. */
export async function traceView(context: Context, options: TraceViewOptions): Promise<CommandResult> {
  const { file, language, force, out = `${file.replace(/\.jsonl$/, '')}.html` } = options;
  const { traces, files, host } = context;
  if (resolve(host.cwd, out) === resolve(host.cwd, file)) throw wouldReplaceTrace(out);
  files.requireFree(out, force);
  const content = await traces.read(file, host.signal);
  // The page may be shown to others: the folders that the file is in are nobody's business.
  await files.write(out, await traces.page(content, { title: basename(file), language }), force);
  const requests = requestsOf(content.records).length;
  return {
    exitCode: exitCodes.ok,
    document: { page: out, requests, skipped: content.skipped },
    text: `${visibleLine(out)}\n`,
    notes: [
      `${counted(requests, 'request is', 'requests are')} drawn; open it in a browser: it needs no network and no other file`,
    ],
  };
}

/** `--force` is for an older page: a trace cannot be made again. */
function wouldReplaceTrace(out: string): CliError {
  return new CliError('CLI_OUTPUT', `${out} is the trace itself`, { next: 'name another file for the page' });
}

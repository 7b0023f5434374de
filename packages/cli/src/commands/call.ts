import type { Context } from '../context.ts';
import { CliError, usageError } from '../cli-error.ts';
import { exitCodes } from '../exit-codes.ts';
import { parseKeyValue, typedArguments, type KeyValue } from '../input/key-values.ts';
import { parseJsonArguments, readAll } from '../input/json-arguments.ts';
import { readArgumentSchema } from '../input/property-types.ts';
import { parseTarget, requireServer, unknownTool, type ToolTarget } from '../input/target.ts';
import { reportingFailure, requireReportFiles, type Attempt, type CallReportOptions } from './reporting-failure.ts';
import { advised, seeTools } from '../output/advice.ts';
import { outcomeResult } from '../output/outcome-result.ts';
import { tell } from '../output/sink.ts';
import { visibleLine } from '../output/visible.ts';
import type { CommandResult } from '../result.ts';
import { requireUsable } from '../servers/require-usable.ts';
import { listServers } from '../servers/list-servers.ts';
import { withSession } from '../servers/with-session.ts';
import type { Session, Workspace } from '../servers/workspace.ts';

/** How the arguments of a tool were given: in one of three ways. */
export interface ArgumentSource {
  /** `key=value`, `key:=json`, or `-` alone. */
  readonly words: readonly string[];
  /** `--args`: JSON, or `-`. */
  readonly json?: string | undefined;
}

export interface CallOptions extends ArgumentSource {
  readonly target: string;
  /** `--server`: the target is then the tool's name, and nothing else. */
  readonly server?: string | undefined;
  readonly report?: CallReportOptions | undefined;
}

/** `mcp call`: calls one tool. The one who types it is the one who was to be asked. */
export async function call(context: Context, options: CallOptions): Promise<CommandResult> {
  if (options.report !== undefined) requireReportFiles(context, options.report);
  const given = await givenArguments(context, options);
  const workspace = await context.openWorkspace();
  requireUsable(workspace);
  const target = targetOf(workspace, options);
  const { report } = options;
  return withSession(context, workspace, (session) =>
    reportingFailure(context, session, report, (attempt) => callTool(context, session, { target, given, attempt })),
  );
}

function targetOf({ servers }: Workspace, { target, server }: CallOptions): ToolTarget {
  const names = servers.map(({ name }) => name);
  if (server === undefined) return parseTarget(target, names);
  return { server: requireServer(server, names), tool: target };
}

/** What was given, before anything is started: a mistake in it costs no process. */
export async function givenArguments(
  { host, progress }: Context,
  { words, json }: ArgumentSource,
): Promise<readonly KeyValue[] | Readonly<Record<string, unknown>>> {
  const fromStdin = words.includes('-') || json === '-';
  if ((json !== undefined && words.length > 0) || (words.includes('-') && words.length > 1)) {
    throw usageError(
      'the arguments were given in two ways',
      'give them in one: key=value …, or --args JSON, or - for standard input',
    );
  }
  if (fromStdin) {
    if (host.stdin.isTTY === true) {
      await tell(host.stderr, 'reading JSON from the terminal; end it with Ctrl-D on a line of its own\n');
    } else {
      progress.step('reading arguments from standard input');
    }
    const text = await readAll(host.stdin, host.signal);
    progress.clear();
    return parseJsonArguments(text, 'standard input');
  }
  return json === undefined ? words.map(parseKeyValue) : parseJsonArguments(json, '--args');
}

/** One call, as it was typed. */
export interface TypedCall {
  readonly target: ToolTarget;
  readonly given: readonly KeyValue[] | Readonly<Record<string, unknown>>;
  /** Learns on the way what the call is, should it fail. */
  readonly attempt: Attempt;
}

/** Starts the server, finds the tool, types the arguments by its schema, and calls it. */
export async function callTool(
  context: Context,
  session: Session,
  { target, given, attempt }: TypedCall,
): Promise<CommandResult> {
  const { server, tool } = target;
  attempt.server = server;
  attempt.tool = tool;
  const { host, globals, progress, style, advice } = context;
  const [listing] = await listServers(context, session, [server]);
  if (listing?.state === 'failed') throw listing.error;
  if (listing?.state !== 'ready') {
    throw new CliError('CLI_DISABLED', `${visibleLine(server)} is disabled`, {
      next: `the configuration switches it off; see where: ${advised('doctor', server, advice)}`,
      exitCode: exitCodes.configuration,
    });
  }
  const found = listing.tools.find(({ name }) => name === tool);
  if (found === undefined)
    throw unknownTool(
      target,
      listing.tools.map(({ name }) => name),
      seeTools(server, advice),
    );
  const args = isWords(given) ? typedArguments(given, readArgumentSchema(found.inputSchema)) : given;
  attempt.arguments = args;
  attempt.calledAt = performance.now();
  progress.step(`calling ${server}/${tool}`);
  const outcome = await session.call(server, tool, args, {
    signal: host.signal,
    timeoutMs: globals.timeoutMs,
    onProgress: (message) => progress.step(`calling ${server}/${tool}: ${message}`),
  });
  return outcomeResult(target, outcome, { style, advice, isTerminal: host.stdout.isTerminal });
}

function isWords(given: readonly KeyValue[] | Readonly<Record<string, unknown>>): given is readonly KeyValue[] {
  return Array.isArray(given);
}

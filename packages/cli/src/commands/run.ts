import { usageError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { listingText } from '../output/listing-text.ts';
import { pathOf } from '../output/shown-path.ts';
import type { CommandResult } from '../result.ts';
import { listServers } from '../servers/list-servers.ts';
import { withSession } from '../servers/with-session.ts';
import type { Session, Workspace } from '../servers/workspace.ts';
import { callTool, givenArguments } from './call.ts';
import { reportingFailure, requireReportFiles, type CallReportOptions } from './reporting-failure.ts';

export interface RunOptions {
  /** Executable and arguments, as they are: no shell. */
  readonly command: readonly string[];
  /** The tool to call; undefined: its tools are listed. */
  readonly call?: string | undefined;
  /** `key=value` for the tool. */
  readonly words: readonly string[];
  /** JSON for the tool, or `-`. */
  readonly json?: string | undefined;
  /** `NAME=value` to set, or `NAME` to pass on from the environment of the command. */
  readonly env: readonly string[];
  readonly cwd?: string | undefined;
  readonly report?: CallReportOptions | undefined;
  readonly era?: 'auto' | 'legacy' | 'modern' | undefined;
}

/** The name that a server of the command line goes by. */
const runName = 'command';

/**
 * `mcp run`: a server that is in no file. Who types its command line has approved it by that; its environment is the
 * allowlist all the same.
 */
export async function run(context: Context, options: RunOptions): Promise<CommandResult> {
  const { call: tool, words, json } = options;
  if (tool === undefined && (words.length > 0 || json !== undefined)) {
    throw usageError(
      'there are arguments, and no tool to give them to',
      'name the tool: mcp run --call <tool> --arg key=value -- <command>',
    );
  }
  if (options.report !== undefined) requireReportFiles(context, options.report);
  const { set, passed } = environmentOf(options.env);
  const given = tool === undefined ? [] : await givenArguments(context, { words, json });
  const workspace = context.openCommand({ ...options, name: runName, env: set, inheritEnv: passed });
  return withSession(context, workspace, (session) =>
    reportingFailure(context, session, options.report, (attempt) => {
      attempt.server = runName;
      if (tool === undefined) return listTools(context, session, workspace);
      return callTool(context, session, { target: { server: runName, tool }, given, attempt });
    }),
  );
}

async function listTools(context: Context, session: Session, { servers }: Workspace): Promise<CommandResult> {
  const { host, style, advice } = context;
  const [listing] = await listServers(context, session, [runName]);
  const [server] = servers;
  if (listing?.state === 'failed') throw listing.error;
  if (listing?.state !== 'ready' || server === undefined) throw new Error('the session knows nothing of the command');
  const { server: _, about, ...rest } = listing;
  return {
    exitCode: exitCodes.ok,
    document: { command: server.command, ...about, ...rest },
    text: listingText([{ server, listing }], {
      style,
      advice,
      columns: undefined,
      isDetailed: true,
      pathOf: pathOf(host),
    }),
  };
}

function environmentOf(entries: readonly string[]): { set: Record<string, string>; passed: string[] } {
  const pairs = entries.filter((entry) => entry.includes('='));
  const bad = pairs.find((entry) => entry.startsWith('='));
  if (bad !== undefined)
    throw usageError('--env has an entry without a name', 'write --env NAME=value, or --env NAME to pass yours on');
  const set = pairs.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)] as const);
  return { set: Object.fromEntries(set), passed: entries.filter((entry) => !entry.includes('=') && entry !== '') };
}

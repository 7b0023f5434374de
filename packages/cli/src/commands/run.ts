import { usageError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { listingText } from '../output/listing-text.ts';
import { pathOf } from '../output/shown-path.ts';
import type { CommandResult } from '../result.ts';
import { isAddress, type AdHocServer } from '../servers/ad-hoc-server.ts';
import { listServers } from '../servers/list-servers.ts';
import { withSession } from '../servers/with-session.ts';
import type { Session, Workspace } from '../servers/workspace.ts';
import { callTool, givenArguments } from './call.ts';
import { reportingFailure, requireReportFiles, type CallReportOptions } from './reporting-failure.ts';

export interface RunOptions {
  /** Executable and arguments, as they are: no shell. Or the address of a server. */
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
  /** `name=value`, for an address. */
  readonly header: readonly string[];
  /** The variable that holds its token. */
  readonly bearerEnv?: string | undefined;
  readonly allowInsecure: boolean;
  readonly report?: CallReportOptions | undefined;
  readonly era?: 'auto' | 'legacy' | 'modern' | undefined;
}

/**
 * `mcp run`: a server that is in no file. Who types its command line, or its address, has approved it by that; its
 * environment is the allowlist all the same.
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
  const server = adHocServer(options);
  const given = tool === undefined ? [] : await givenArguments(context, { words, json });
  const workspace = context.openCommand(server);
  return withSession(context, workspace, (session) =>
    reportingFailure(context, session, options.report, (attempt) => {
      attempt.server = server.name;
      if (tool === undefined) return listTools(context, session, workspace);
      return callTool(context, session, { target: { server: server.name, tool }, given, attempt });
    }),
  );
}

/** A command, or an address, by what its first word is; each has options of its own. */
function adHocServer(options: RunOptions): AdHocServer {
  const { command, env, cwd, header, bearerEnv, allowInsecure, era } = options;
  const [first = '', ...rest] = command;
  if (isAddress(first)) {
    if (rest.length > 0) {
      throw usageError('an address stands alone, and more words follow it', 'write mcp run https://example.com/mcp');
    }
    if (env.length > 0 || cwd !== undefined) {
      throw usageError('--env and --cwd are for a server that is started', 'give an address --header or --bearer-env');
    }
    return { name: 'server', url: first, headers: headersOf(header), bearerTokenEnv: bearerEnv, allowInsecure, era };
  }
  if (/^(?:[\w.-]+|\[[\da-f:.]+\]):\d+(?:[/?]|$)/i.test(first)) {
    throw usageError('this is an address, and lacks http:// or https://', 'write mcp run http://…');
  }
  if (header.length > 0 || bearerEnv !== undefined || allowInsecure) {
    throw usageError(
      '--header, --bearer-env and --allow-insecure are for the address of a server',
      'give a command --env, or write an address: mcp run https://example.com/mcp',
    );
  }
  const { set, passed } = environmentOf(env);
  return { name: 'command', command, env: set, inheritEnv: passed, cwd, era };
}

function headersOf(entries: readonly string[]): Record<string, string> {
  const isBad = entries.some((entry) => entry.indexOf('=') < 1);
  if (entries.some((entry) => /^[\w-]+:/.test(entry))) {
    throw usageError('--header takes name=value, and not name: value', 'write --header "Authorization=Bearer …"');
  }
  if (isBad) throw usageError('--header has an entry without a name or a value', 'write --header name=value');
  return Object.fromEntries(entries.map(nameAndValue));
}

function nameAndValue(entry: string): [name: string, value: string] {
  const end = entry.indexOf('=');
  return [entry.slice(0, end), entry.slice(end + 1)];
}

async function listTools(context: Context, session: Session, { servers }: Workspace): Promise<CommandResult> {
  const { host, style, advice } = context;
  const [server] = servers;
  const [listing] = server === undefined ? [] : await listServers(context, session, [server.name]);
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
  return {
    set: Object.fromEntries(pairs.map(nameAndValue)),
    passed: entries.filter((entry) => !entry.includes('=') && entry !== ''),
  };
}

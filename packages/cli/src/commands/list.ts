import type { Context } from '../context.ts';
import { exitCodes, worstOf, type ExitCode } from '../exit-codes.ts';
import { requireServer } from '../input/target.ts';
import { reportOf } from '../output/error-report.ts';
import { listingText } from '../output/listing-text.ts';
import { problemLines } from '../output/problem-text.ts';
import { pathOf } from '../output/shown-path.ts';
import type { CommandResult } from '../result.ts';
import { requireUsable } from '../servers/require-usable.ts';
import { listServers } from '../servers/list-servers.ts';
import { withSession } from '../servers/with-session.ts';
import type { ConfiguredServer, Listing, Problem, Workspace } from '../servers/workspace.ts';

export interface ListOptions {
  /** Only this server. */
  readonly server?: string | undefined;
  /** Nothing is started: only what the configuration says. */
  readonly start: boolean;
}

/** `mcp list`: the servers, and what tools they have. */
export async function list(context: Context, options: ListOptions): Promise<CommandResult> {
  const workspace = await context.openWorkspace();
  requireUsable(workspace);
  const chosen = chosenServers(workspace, options.server);
  const problems = workspace.problems.filter(
    ({ serverName }) => options.server === undefined || serverName === options.server,
  );
  const listings = options.start ? await listed(context, workspace, chosen) : [];
  const entries = chosen.map((server) => ({ server, listing: listings.find((one) => one.server === server.name) }));
  const { style, columns, host } = context;
  return {
    exitCode: worstOf([...listings.map(exitCodeOfListing), ...problems.map((): ExitCode => exitCodes.configuration)]),
    document: {
      servers: entries.map(({ server, listing }) => serverDocument(server, listing)),
      ...(problems.length > 0 ? { problems } : {}),
    },
    text: listingText(entries, { style, columns, isDetailed: options.server !== undefined, pathOf: pathOf(host) }),
    notes: problems.flatMap((problem: Problem) => problemLines(problem, pathOf(host))),
  };
}

function chosenServers({ servers }: Workspace, name: string | undefined): readonly ConfiguredServer[] {
  if (name === undefined) return servers;
  const known = requireServer(
    name,
    servers.map((server) => server.name),
  );
  return servers.filter((server) => server.name === known);
}

async function listed(
  context: Context,
  workspace: Workspace,
  chosen: readonly ConfiguredServer[],
): Promise<readonly Listing[]> {
  const names = chosen.map(({ name }) => name);
  if (names.length === 0) return [];
  return withSession(context, workspace, (session) => listServers(context, session, names));
}

export function exitCodeOfListing(listing: Listing): ExitCode {
  if (listing.state === 'failed') return reportOf(listing.error).exitCode;
  return listing.state === 'ready' && listing.changes !== undefined ? exitCodes.approval : exitCodes.ok;
}

function serverDocument(server: ConfiguredServer, listing: Listing | undefined): object {
  const { needsApproval: _, ...configured } = server;
  if (listing === undefined) return { ...configured, state: server.isEnabled ? 'not-started' : 'disabled' };
  switch (listing.state) {
    case 'disabled':
      return { ...configured, state: 'disabled' };
    case 'failed':
      return { ...configured, state: 'failed', error: reportOf(listing.error) };
    case 'ready': {
      const { server: _, about, ...rest } = listing;
      return { ...configured, ...about, ...rest };
    }
    default:
      return listing satisfies never;
  }
}

import type { Context } from '../context.ts';
import { exitCodes, worstOf, type ExitCode } from '../exit-codes.ts';
import { requireServer } from '../input/target.ts';
import type { Advice } from '../output/advice.ts';
import { exitCodeOfError, needsApproval, listReportOf } from '../output/error-report.ts';
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
  /** False: nothing is started; what the configuration says, and what is known of earlier. */
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
  const names = chosen.map(({ name }) => name);
  const listings = await withSession(context, workspace, (session) =>
    options.start ? listServers(context, session, names) : session.known(names, { signal: context.host.signal }),
  );
  const entries = chosen.flatMap((server) => {
    const listing = listings.find((one) => one.server === server.name);
    return listing === undefined ? [] : [{ server, listing }];
  });
  const { style, columns, host, advice } = context;
  return {
    exitCode: worstOf([...listings.map(exitCodeOfListing), ...problems.map((): ExitCode => exitCodes.configuration)]),
    document: {
      servers: entries.map(({ server, listing }) => serverDocument(server, listing, advice)),
      ...(problems.length > 0 ? { problems } : {}),
    },
    text: listingText(entries, {
      style,
      columns,
      advice,
      isDetailed: options.server !== undefined,
      pathOf: pathOf(host),
    }),
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

export function exitCodeOfListing(listing: Listing): ExitCode {
  if (listing.state === 'failed') return exitCodeOfError(listing.error);
  return listing.state === 'ready' && listing.changes !== undefined ? exitCodes.approval : exitCodes.ok;
}

function serverDocument(server: ConfiguredServer, listing: Listing, advice: Advice): object {
  const { needsApproval: _, ...configured } = server;
  switch (listing.state) {
    case 'disabled':
    case 'not-started': {
      const { server: _, ...rest } = listing;
      return { ...configured, ...rest };
    }
    case 'failed': {
      const error = listReportOf(listing.error, advice);
      return { ...configured, state: needsApproval(error) ? 'needs-approval' : 'failed', error };
    }
    case 'ready': {
      const { server: _, about, ...rest } = listing;
      return { ...configured, ...about, ...rest };
    }
    default:
      return listing satisfies never;
  }
}

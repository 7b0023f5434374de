import { CliError, usageError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { requireServer } from '../input/target.ts';
import { reviewText } from '../output/review-text.ts';
import { visibleLine } from '../output/visible.ts';
import type { CommandResult } from '../result.ts';
import { requireUsable } from '../servers/require-usable.ts';
import { withSession } from '../servers/with-session.ts';
import type { ApprovalEnd, ConfiguredServer, Review, Session, Workspace } from '../servers/workspace.ts';

export interface ApproveOptions {
  /** Undefined: all that need it, one after the other. */
  readonly server?: string | undefined;
  /** The beginning of the fingerprint that was seen. */
  readonly yes?: string | undefined;
  readonly revoke: boolean;
}

/** So many digits of a fingerprint say which one is meant, also against somebody who makes servers until one fits. */
const minFingerprint = 16;

/**
 * `mcp approve`: shows what would be started, and asks. Nothing runs before the answer. A script gives the fingerprint of
 * what somebody has looked at: it cannot approve what is there by then and was not seen (CVE-2025-54136).
 */
export async function approve(context: Context, options: ApproveOptions): Promise<CommandResult> {
  checkOptions(options);
  const workspace = await context.openWorkspace();
  requireUsable(workspace);
  const chosen = chosenServers(workspace, options.server);
  return withSession(context, workspace, async (session) => {
    if (options.revoke) return revoke(session, chosen);
    const decided: Decided[] = [];
    for (const server of chosen)
      decided.push(await decide(context, session, { server, yes: options.yes, decisions: workspace.decisions }));
    return resultOf(decided, workspace, context);
  });
}

function checkOptions({ server, yes, revoke: isRevoked }: ApproveOptions): void {
  if (isRevoked && (server === undefined || yes !== undefined)) {
    throw usageError('--revoke takes a server, and nothing else', 'write mcp approve --revoke <server>');
  }
  if (yes === undefined) return;
  if (server === undefined)
    throw usageError('--yes is for one server', 'write mcp approve <server> --yes <fingerprint>');
  if (!/^[0-9a-f]+$/i.test(yes) || yes.length < minFingerprint) {
    throw usageError(
      `--yes takes at least ${minFingerprint} digits of the fingerprint that was seen`,
      `see it: mcp approve ${server}`,
    );
  }
}

function chosenServers({ servers }: Workspace, name: string | undefined): readonly ConfiguredServer[] {
  if (name === undefined) return servers.filter(({ isEnabled, needsApproval }) => isEnabled && needsApproval);
  const known = requireServer(
    name,
    servers.map((server) => server.name),
  );
  return servers.filter((server) => server.name === known);
}

interface Decided {
  readonly server: ConfiguredServer;
  readonly review: Review;
  readonly end?: Extract<ApprovalEnd, { isApproved: true }>;
  readonly decision: 'not-needed' | 'already' | 'approved' | 'refused' | 'not-asked';
}

interface Undecided {
  readonly server: ConfiguredServer;
  readonly decisions: Workspace['decisions'];
  readonly yes: string | undefined;
}

async function decide(context: Context, session: Session, { server, yes, decisions }: Undecided): Promise<Decided> {
  const { host, globals, progress, questions, style } = context;
  const wait = { signal: host.signal, timeoutMs: globals.timeoutMs };
  progress.step(`looking at ${server.name}`);
  const review = await session.review(server.name, { ...wait, withTools: true });
  progress.clear();
  if (review.status === 'not-needed') return { server, review, decision: 'not-needed' };
  if (review.status === 'approved') return { server, review, decision: 'already' };
  if (yes === undefined) {
    // Without a terminal all of it is in the result.
    const isAsked = questions.canAsk && !globals.json;
    if (!isAsked) return { server, review, decision: 'not-asked' };
    await host.stderr.write(reviewText({ server, review, decisions }, context));
    const answer = await questions.ask(
      `${style.bold(`start ${visibleLine(server.name)} from now on, as this?`)} [y/N] `,
    );
    if (!/^y(?:es)?$/i.test(answer?.trim() ?? '')) return { server, review, decision: 'refused' };
  } else if (!review.fingerprint.startsWith(yes.toLowerCase())) {
    throw new CliError(
      'CLI_NOT_APPROVED',
      `${visibleLine(server.name)} has the fingerprint ${review.fingerprint}: it is not what was looked at`,
      { next: `look at what changed: mcp approve ${server.name}`, exitCode: exitCodes.approval },
    );
  }
  progress.step(`starting ${server.name}, to see its tools`);
  const end = await session.approve(review, wait);
  progress.clear();
  if (end.isApproved) return { server, review, decision: 'approved', end };
  throw new CliError('CLI_NOT_APPROVED', `${visibleLine(server.name)} changed while you were looking at it`, {
    next: `look at it again: mcp approve ${server.name}`,
    exitCode: exitCodes.approval,
  });
}

function resultOf(decided: readonly Decided[], { decisions }: Workspace, context: Context): CommandResult {
  const blocks = decided.map(({ server, review, decision, end }) =>
    decision === 'not-asked'
      ? reviewText({ server, review, decisions }, context)
      : `${line(review, decision)}\n${toolsLine(end)}`,
  );
  const open = decided.filter(({ decision }) => decision === 'not-asked' || decision === 'refused');
  return {
    exitCode: open.length > 0 ? exitCodes.approval : exitCodes.ok,
    document: {
      servers: decided.map(({ review, decision, end }) => ({
        ...review,
        decision,
        ...(end?.tools && { tools: end.tools }),
      })),
    },
    text: blocks.length === 0 ? 'no server needs approval\n' : blocks.join(''),
    notes: open
      .filter(({ decision }) => decision === 'not-asked')
      .map(
        ({ review }) =>
          `  → nobody could be asked; when you have looked at it: mcp approve ${review.server} --yes ${review.fingerprint.slice(0, minFingerprint)}`,
      ),
  };
}

const words: Readonly<Record<Exclude<Decided['decision'], 'not-asked'>, string>> = {
  'not-needed': 'needs no approval: it is in your own file',
  already: 'is approved already',
  approved: 'is approved',
  refused: 'was not approved',
};

function line({ server, fingerprint }: Review, decision: keyof typeof words): string {
  return `${visibleLine(server)}  ${words[decision]}  ${fingerprint}`;
}

/** The tools are a part of the yes; one that could not be started has none that anybody could agree to. */
function toolsLine(end: Decided['end']): string {
  if (end === undefined) return '';
  if (end.reason !== undefined)
    return `  its tools could not be seen, and will be asked about: ${visibleLine(end.reason)}\n`;
  return end.tools.length === 0 ? '' : `  with its tools: ${end.tools.map(visibleLine).join(', ')}\n`;
}

async function revoke(session: Session, chosen: readonly ConfiguredServer[]): Promise<CommandResult> {
  const revoked: string[] = [];
  for (const { name } of chosen) if (await session.revoke(name)) revoked.push(name);
  const text = chosen.map(({ name }) =>
    revoked.includes(name) ? `${visibleLine(name)} is approved no more\n` : `${visibleLine(name)} was not approved\n`,
  );
  return { exitCode: exitCodes.ok, document: { revoked }, text: text.join('') };
}

import { CliError, usageError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { exitCodes, worstOf, type ExitCode } from '../exit-codes.ts';
import { requireServer } from '../input/target.ts';
import { advised, type Advice } from '../output/advice.ts';
import { errorText, reportOf, type ErrorReport } from '../output/error-report.ts';
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
  checkOptions(options, context.advice);
  const workspace = await context.openWorkspace();
  requireUsable(workspace);
  const chosen = chosenServers(workspace, options.server);
  return withSession(context, workspace, async (session) => {
    if (options.revoke) return revoke(session, chosen);
    const { decisions } = workspace;
    const decided: Decided[] = [];
    for (const server of chosen) {
      const deciding = decide(context, session, { server, yes: options.yes, decisions });
      // Of several, one that cannot be looked at leaves the others alone.
      decided.push(await (options.server === undefined ? orFailed(deciding, server, context) : deciding));
    }
    return resultOf(decided, decisions, context);
  });
}

function checkOptions({ server, yes, revoke: isRevoked }: ApproveOptions, advice: Advice): void {
  if (isRevoked && (server === undefined || yes !== undefined)) {
    throw usageError('--revoke takes a server, and nothing else', 'write mcp approve --revoke <server>');
  }
  if (yes === undefined) return;
  if (server === undefined)
    throw usageError('--yes is for one server', 'write mcp approve <server> --yes <fingerprint>');
  if (!/^[0-9a-f]+$/i.test(yes) || yes.length < minFingerprint) {
    throw usageError(
      `--yes takes at least ${minFingerprint} digits of the fingerprint that was seen`,
      `see it: ${advised('approve', server, advice)}`,
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

type Decided =
  | {
      readonly server: ConfiguredServer;
      readonly review: Review;
      readonly end?: Extract<ApprovalEnd, { isApproved: true }>;
      readonly decision: 'not-needed' | 'already' | 'approved' | 'refused' | 'not-asked';
    }
  | { readonly server: ConfiguredServer; readonly decision: 'failed'; readonly error: ErrorReport };

async function orFailed(
  deciding: Promise<Decided>,
  server: ConfiguredServer,
  { host, progress, advice }: Context,
): Promise<Decided> {
  try {
    return await deciding;
  } catch (error) {
    host.signal.throwIfAborted();
    progress.clear();
    return { server, decision: 'failed', error: reportOf(error, advice) };
  }
}

interface Undecided {
  readonly server: ConfiguredServer;
  readonly decisions: Workspace['decisions'];
  readonly yes: string | undefined;
}

async function decide(context: Context, session: Session, { server, yes, decisions }: Undecided): Promise<Decided> {
  const { host, globals, progress, questions, style, advice } = context;
  const wait = { signal: host.signal, timeoutMs: globals.timeoutMs };
  progress.step(`looking at ${server.name}`);
  const review = await session.review(server.name, { ...wait, withTools: true });
  progress.clear();
  // Whatever is known of it: somebody who looked at something else is to learn that.
  if (yes !== undefined) requireSame(review, yes, advice);
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
  }
  progress.step(`starting ${server.name}, to see its tools`);
  const end = await session.approve(review, wait);
  progress.clear();
  if (end.isApproved) return { server, review, decision: 'approved', end };
  throw new CliError('CLI_NOT_APPROVED', `${visibleLine(server.name)} changed while you were looking at it`, {
    next: `look at it again: ${advised('approve', server.name, advice)}`,
    exitCode: exitCodes.approval,
  });
}

function requireSame({ server, fingerprint }: Review, yes: string, advice: Advice): void {
  if (fingerprint.startsWith(yes.toLowerCase())) return;
  throw new CliError(
    'CLI_NOT_APPROVED',
    `${visibleLine(server)} has the fingerprint ${fingerprint}: it is not what was looked at`,
    { next: `look at what changed: ${advised('approve', server, advice)}`, exitCode: exitCodes.approval },
  );
}

function resultOf(decided: readonly Decided[], decisions: Workspace['decisions'], context: Context): CommandResult {
  const texts = decided.map((one) => textOf(one, decisions, context));
  const notAsked = decided.filter(({ decision }) => decision === 'not-asked');
  return {
    exitCode: worstOf(decided.map(exitCodeOf)),
    document: { servers: decided.map(documentOf) },
    text: texts.length === 0 ? 'no server needs approval\n' : texts.join(''),
    notes: notAsked.flatMap((one) => ('review' in one ? [howToApprove(one.review, context.advice)] : [])),
  };
}

function exitCodeOf(one: Decided): ExitCode {
  if (one.decision === 'failed') return one.error.exitCode;
  return one.decision === 'not-asked' || one.decision === 'refused' ? exitCodes.approval : exitCodes.ok;
}

function documentOf(one: Decided): object {
  if (one.decision === 'failed') return { server: one.server.name, decision: one.decision, error: one.error };
  const { review, decision, end } = one;
  return { ...review, decision, ...(end === undefined ? {} : { tools: end.tools }) };
}

function textOf(one: Decided, decisions: Workspace['decisions'], context: Context): string {
  if (one.decision === 'failed') return errorText({ ...one.error, server: one.server.name }, context.style);
  const { server, review, decision, end } = one;
  if (decision === 'not-asked') return reviewText({ server, review, decisions }, context);
  return `${visibleLine(review.server)}  ${words[decision]}  ${review.fingerprint}\n${toolsText(end)}`;
}

function howToApprove({ server, fingerprint }: Review, advice: Advice): string {
  const command = `${advised('approve', server, advice)} --yes ${fingerprint.slice(0, minFingerprint)}`;
  return `  → nobody could be asked; when you have looked at it: ${command}`;
}

const words = {
  'not-needed': 'needs no approval: it is in your own file',
  already: 'is approved already',
  approved: 'is approved',
  refused: 'was not approved',
} as const;

/** The tools are a part of the yes; one that could not be started has none that anybody could agree to. */
function toolsText(end: Extract<ApprovalEnd, { isApproved: true }> | undefined): string {
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

import type { Context } from '../context.ts';
import { exitCodes, worstOf, type ExitCode } from '../exit-codes.ts';
import { exitCodeOfListing } from './list.ts';
import { requireServer } from '../input/target.ts';
import type { Advice } from '../output/advice.ts';
import { doctorText } from '../output/doctor-text.ts';
import { listReportOf, reportOf } from '../output/error-report.ts';
import { deliverReports, requireTarget, type ReportTarget } from '../output/report-file.ts';
import type { CommandResult } from '../result.ts';
import { listServers } from '../servers/list-servers.ts';
import { unusable } from '../servers/require-usable.ts';
import { withSession } from '../servers/with-session.ts';
import type { PublishedReport, ServerFailure } from '../reports.ts';
import type {
  ConfiguredServer,
  Examination,
  Listing,
  Problem,
  Reach,
  Session,
  Workspace,
} from '../servers/workspace.ts';

export interface DoctorOptions {
  /** Empty: all. */
  readonly servers: readonly string[];
  /** Nothing is started: only what can be seen from outside. */
  readonly start: boolean;
  /** What fails is written there too, so that it can be published. */
  readonly report?: ReportTarget | undefined;
}

/** How the handshake with a server went. */
export type Handshake = Listing | { readonly state: 'skipped'; readonly why: string };

/** Everything about one server. */
export interface Diagnosis {
  readonly server: ConfiguredServer;
  readonly examination: Examination;
  readonly handshake: Handshake;
  /** The way to a server that is reached, if it was tried. */
  readonly reach?: Reach | undefined;
}

/**
 * `mcp doctor`: everything that decides whether a server works, whether it can be started or not. It fails for nothing that
 * it finds: it says so, with the cure, and its exit code is that of the worst.
 */
export async function doctor(context: Context, options: DoctorOptions): Promise<CommandResult> {
  const { report: target } = options;
  if (target !== undefined) requireTarget(context, target);
  const workspace = await context.openWorkspace();
  const chosen = chosenServers(workspace, options.servers);
  const { diagnoses, found } = await withSession(context, workspace, async (session) => {
    const diagnoses = await diagnose(context, session, chosen, options.start);
    return { diagnoses, found: target && (await reportsOf(context, session, diagnoses, workspace)) };
  });
  const delivered = target && found && (await deliverReports(context, found.reports, { target, what: found.what }));
  const { style, host, advice } = context;
  const general = generalProblems(workspace, options.servers, advice);
  return {
    exitCode: worstOf([
      ...general.map((): ExitCode => exitCodes.configuration),
      ...diagnoses.flatMap(({ server, examination, handshake }) => [
        // Nobody waits for a server that is switched off.
        server.isEnabled ? examinationCode(examination) : exitCodes.ok,
        handshakeCode(handshake),
      ]),
    ]),
    document: {
      files: workspace.files,
      problems: general,
      servers: diagnoses.map((diagnosis) => diagnosisDocument(diagnosis, workspace, advice)),
      decisions: workspace.decisions.filter(({ serverName }) => serverName === undefined),
      ...(found === undefined ? {} : { reports: found.reports.map(({ data }) => data) }),
    },
    text: delivered?.text ?? doctorText({ workspace, general, diagnoses, style, advice, host }),
    notes: delivered?.notes ?? [],
  };
}

interface FoundReports {
  readonly reports: readonly PublishedReport[];
  /** Whose they are, in words. */
  readonly what: string;
}

/** Of all servers that fail; where none does, the facts of all. */
async function reportsOf(
  { host }: Context,
  session: Session,
  diagnoses: readonly Diagnosis[],
  { failure }: Workspace,
): Promise<FoundReports> {
  const wait = { signal: host.signal };
  if (failure !== undefined) {
    const unread = await session.report({ failure: { kind: 'error', error: failure } }, wait);
    return { reports: [unread], what: 'the report of the configuration' };
  }
  const failing = diagnoses.filter((diagnosis) => failureOf(diagnosis) !== undefined);
  const told = failing.length > 0 ? failing : diagnoses;
  const reports = await Promise.all(
    told.map((diagnosis) => session.report({ server: diagnosis.server.name, failure: failureOf(diagnosis) }, wait)),
  );
  const names = told.map(({ server }) => server.name).join(', ') || 'this machine';
  return failing.length > 0
    ? { reports, what: `the report of ${names}` }
    : { reports, what: `nothing failed that could be reported; what is known of ${names}` };
}

function failureOf({ server, examination, handshake }: Diagnosis): ServerFailure | undefined {
  // Nobody waits for a server that is switched off.
  const error = handshake.state === 'failed' ? handshake.error : server.isEnabled ? examination.failure : undefined;
  return error === undefined ? undefined : { kind: 'error', error };
}

function chosenServers({ servers }: Workspace, names: readonly string[]): readonly ConfiguredServer[] {
  if (names.length === 0) return servers;
  const known = servers.map(({ name }) => name);
  for (const name of names) requireServer(name, known);
  return servers.filter(({ name }) => names.includes(name));
}

async function diagnose(
  context: Context,
  session: Session,
  chosen: readonly ConfiguredServer[],
  isStarted: boolean,
): Promise<readonly Diagnosis[]> {
  const { host, globals, progress } = context;
  const wait = { signal: host.signal, timeoutMs: globals.timeoutMs };
  progress.step('looking at the servers');
  const examined = await Promise.all(
    chosen.map(async (server) => ({ server, examination: await session.examine(server.name, wait) })),
  );
  const startable = examined.filter((one) => whySkipped(one.server, one.examination, isStarted) === undefined);
  const names = startable.map(({ server }) => server.name);
  const listings = names.length === 0 ? [] : await listServers(context, session, names);
  return Promise.all(
    examined.map(async ({ server, examination }): Promise<Diagnosis> => {
      const listing = listings.find((one) => one.server === server.name);
      const why = whySkipped(server, examination, isStarted) ?? 'nothing is known of it';
      const isReached = server.transport === 'http' && listing !== undefined;
      const reach = isReached ? await session.reach(server.name, wait) : undefined;
      return { server, examination, handshake: listing ?? { state: 'skipped', why }, reach };
    }),
  );
}

/** Why a server is not even tried. What is only likely to fail is tried: it may know better. */
function whySkipped(
  { isEnabled }: ConfiguredServer,
  { status, canStart, quarantine }: Examination,
  isStarted: boolean,
): string | undefined {
  if (!isEnabled) return 'the configuration disables it';
  if (!isStarted) return 'nothing was to be started (--no-start)';
  if (status === 'needed') return 'it needs approval first';
  if (quarantine !== undefined) return 'it is in quarantine';
  return canStart ? undefined : 'it cannot be started as it is';
}

/** What is about no server that is shown. */
function generalProblems(workspace: Workspace, names: readonly string[], advice: Advice): readonly Problem[] {
  const failure = workspace.failure ?? unusable(workspace);
  const report = failure === undefined ? [] : [reportOf(failure, advice)];
  const about = workspace.problems.filter(
    ({ serverName }) => names.length === 0 || serverName === undefined || names.includes(serverName),
  );
  return [...report.map(({ message, next }) => ({ message, cure: next })), ...about];
}

function examinationCode({ status, problems, quarantine }: Examination): ExitCode {
  return worstOf([
    problems.length > 0 ? exitCodes.configuration : exitCodes.ok,
    status === 'needed' ? exitCodes.approval : exitCodes.ok,
    quarantine === undefined ? exitCodes.ok : exitCodes.unreachable,
  ]);
}

function handshakeCode(handshake: Handshake): ExitCode {
  return handshake.state === 'skipped' ? exitCodes.ok : exitCodeOfListing(handshake);
}

function diagnosisDocument(
  { server, examination, handshake, reach }: Diagnosis,
  { decisions }: Workspace,
  advice: Advice,
): object {
  const { server: _, failure: _failure, ...seen } = examination;
  return {
    ...server,
    ...seen,
    decisions: decisions.filter(({ serverName }) => serverName === server.name),
    ...(reach === undefined ? {} : { reach }),
    handshake: handshakeDocument(handshake, advice),
  };
}

function handshakeDocument(handshake: Handshake, advice: Advice): object {
  switch (handshake.state) {
    case 'failed':
      return { state: 'failed', error: listReportOf(handshake.error, advice) };
    case 'ready': {
      const { server: _, about, tools, ...rest } = handshake;
      return { ...rest, ...about, tools: tools.map(({ name }) => name) };
    }
    case 'disabled':
    case 'not-started':
      return { state: 'skipped', why: 'the configuration disables it' };
    case 'skipped':
      return handshake;
    default:
      return handshake satisfies never;
  }
}

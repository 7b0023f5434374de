import { untilAborted } from '../adapter/until-aborted.ts';
import type { Clock } from '../base/clock.ts';
import { settlesWithin } from '../base/deadline.ts';
import type { Catalogue } from './catalogue.ts';
import { failureOf } from './failure-kind.ts';
import type { ManagedEntry } from './managed-entry.ts';
import { describeState, reasonOf, type StatusReason } from './server-status.ts';
import type { ServerTools, ToolsAnswer } from './tools-answer.ts';

export interface SurveyOptions {
  readonly entries: readonly ManagedEntry[];
  readonly catalogue: Catalogue;
  /** Settles when the catalogue's file was read. */
  readonly known: () => Promise<void>;
  readonly clock: Clock;
  readonly version: () => number;
  /** False: nothing is started, and what is known is told. */
  readonly starts: boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** What is found out about one server, as far as it has come. */
interface Finding {
  reason?: StatusReason;
  identity?: string;
  isSettled: boolean;
}

/**
 * The tools of servers, within a time: all are asked side by side, and who is not done then has a reason instead (M-08). It
 * goes on starting, and is there the next time. See github.com/mastra-ai/mastra/issues/13521.
 */
export async function surveyTools(options: SurveyOptions): Promise<ToolsAnswer> {
  const { entries, clock, timeoutMs, signal } = options;
  const findings = entries.map((): Finding => ({ isSettled: false }));
  const asking = entries.map((entry, index) => ask(entry, findings[index] ?? { isSettled: false }, options));
  // Only the signal of whoever asks takes the wish back; time that is over does not.
  const all = Promise.all(asking);
  await settlesWithin(untilAborted(all, signal), timeoutMs, clock);
  const servers = entries.map((entry, index) => describe(entry, findings[index] ?? { isSettled: false }, options));
  const tools = entries.flatMap(({ server }) => server.tools.tools);
  return { tools, servers, version: options.version() };
}

async function ask(entry: ManagedEntry, finding: Finding, { starts, signal, known }: SurveyOptions): Promise<void> {
  const { server, plan } = entry;
  const looking = server.tools.isListed ? undefined : look(plan, finding, { signal, known });
  if (starts) {
    try {
      await server.start(signal);
    } catch (error) {
      finding.reason = reasonOf(failureOf(error));
    }
  }
  await looking;
  finding.isSettled = true;
}

/** What it is, to find it in the catalogue. Whatever is wrong with it is told when it is started. */
async function look(
  plan: ManagedEntry['plan'],
  finding: Finding,
  { signal, known }: Pick<SurveyOptions, 'signal' | 'known'>,
): Promise<void> {
  try {
    await known();
    finding.identity = (await plan.identify(signal)).hash;
  } catch {
    // see above
  }
}

function describe({ server }: ManagedEntry, finding: Finding, options: SurveyOptions): ServerTools {
  const { catalogue, clock, starts, timeoutMs } = options;
  const { tools, rejected, isListed } = server.tools;
  const isReady = server.state.name === 'ready';
  const entry = isListed || finding.identity === undefined ? undefined : catalogue.find(server.name, finding.identity);
  const { state, reason: ofState } = describeState(server.state, server.lastFailure, clock);
  const late: StatusReason | undefined =
    starts && !finding.isSettled
      ? { code: 'MCP_TIMEOUT', message: `it was not ready within ${timeoutMs} ms, and goes on starting` }
      : undefined;
  // Why it failed before says more than that it is not back yet.
  const reason = isReady ? undefined : (finding.reason ?? ofState ?? late);
  return {
    name: server.name,
    state,
    source: isListed ? (isReady ? 'live' : 'snapshot') : entry === undefined ? 'none' : 'catalogue',
    tools: tools.length,
    rejected,
    ...(reason === undefined ? {} : { reason }),
    ...(entry === undefined ? {} : { known: { tools: entry.tools, ageMs: catalogue.ageMs(entry) } }),
  };
}

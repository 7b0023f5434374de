import type { Handshake } from '@coding-agent/extensions';
import {
  factsReport,
  failureRecord,
  failureReport,
  formatFailureReport,
  type FailureContext,
} from '@coding-agent/extensions/trace';
import { ToolFailedError } from '@coding-agent/extensions';
import type { PublishedReport, ReportAbout } from '../reports.ts';

export interface ReportFacts {
  readonly handshake?: Handshake | undefined;
  /** SHA-256 of what the server is. */
  readonly identity?: string | undefined;
  /** Where it was reached. */
  readonly url?: string | URL | undefined;
  /** From the process to the end of the handshake, milliseconds. */
  readonly handshakeMs?: number | undefined;
  /** What the server was started with and is not to be seen. */
  readonly secrets: readonly string[];
}

/** What may be published of a server: of its failure, or where there is none, the facts. */
export function publishedReport(about: ReportAbout, facts: ReportFacts): PublishedReport {
  const { server: serverName, tool, arguments: given, failure, durationMs } = about;
  const { handshakeMs, ...known } = facts;
  const context: FailureContext = {
    ...known,
    serverName,
    tool,
    arguments: given,
    durationMs: durationMs ?? handshakeMs,
  };
  if (failure === undefined) {
    const facts = factsReport(context);
    return { data: facts, text: formatFailureReport(facts) };
  }
  const error = failure.kind === 'tool' ? new ToolFailedError(noWords) : failure.error;
  const report = failureReport(error, context);
  return { data: report, text: formatFailureReport(report), record: failureRecord(report, 0) };
}

/** What a tool says is a result, and in no report. */
const noWords = { isError: true, content: [], text: '', truncations: [] };

/** What the client says last when it came to its end. */
export const clientIsDone = 'conformance client: done';

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly warnings: number;
  /** Of things that the client did not come to, or need not. */
  readonly skipped: number;
}

/** Something that is wrong with a run: the id of a check of the suite, or one of `problemIds`. */
export interface Problem {
  readonly id: string;
  readonly message: string;
}

export interface Judgement {
  readonly counts: Counts;
  readonly problems: readonly Problem[];
}

/** What one run of the suite left. */
export interface Evidence {
  readonly exitCode: number | null;
  /** It took longer than this, and was ended. */
  readonly overMs: number | undefined;
  /** The text of `checks.json`; undefined if there is none. */
  readonly checks: string | undefined;
  readonly clientOutput: string;
}

/** Problems that the suite has no check for. */
export const problemIds = {
  timeLimit: 'time-limit',
  /** The suite told of no check: nothing is known about the client. */
  noReport: 'no-report',
  unfinished: 'client-did-not-finish',
  nothingPassed: 'no-check-passed',
  exitCode: 'suite-exit-code',
} as const;

interface Check {
  readonly id: string;
  readonly status: string;
  readonly description?: unknown;
  readonly errorMessage?: unknown;
}

/**
 * Strict: a warning is a failure, so is a run in which nothing passed, and one whose client did not say that it came to its
 * end. The last is not left to the suite: to it a client that was killed by a signal has exit code 0.
 */
export function judge({ exitCode, overMs, checks: text, clientOutput }: Evidence): Judgement {
  const checks = text === undefined ? undefined : readChecks(text);
  const having = (status: string): readonly Check[] => checks?.filter((check) => check.status === status) ?? [];
  const [good, bad, warnings] = [having('SUCCESS'), having('FAILURE'), having('WARNING')];
  const problems: Problem[] = [...bad, ...warnings].map((check) => ({ id: check.id, message: messageOf(check) }));
  const add = (id: string, message: string): void => void problems.push({ id, message });
  const exit = `exit code ${exitCode ?? 'none'} of the suite`;
  if (overMs !== undefined) add(problemIds.timeLimit, `not done after ${overMs / 1000} s`);
  else if (checks === undefined) add(problemIds.noReport, `no report, ${exit}`);
  else {
    const isDone = clientOutput.split(/\r?\n/).includes(clientIsDone);
    if (!isDone) add(problemIds.unfinished, 'the client did not come to its end');
    if (good.length === 0) add(problemIds.nothingPassed, 'no check passed');
    if (exitCode !== 0 && problems.length === 0) add(problemIds.exitCode, exit);
  }
  const skipped = having('SKIPPED').length;
  return { counts: { passed: good.length, failed: bad.length, warnings: warnings.length, skipped }, problems };
}

function readChecks(text: string): readonly Check[] | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return Array.isArray(read) && read.every(isCheck) ? read : undefined;
  } catch {
    return undefined;
  }
}

function isCheck(value: unknown): value is Check {
  if (typeof value !== 'object' || value === null) return false;
  const { id, status } = value as Record<string, unknown>;
  return typeof id === 'string' && typeof status === 'string';
}

function messageOf({ status, description, errorMessage }: Check): string {
  const text = [errorMessage, description].find((part) => typeof part === 'string' && part !== '');
  return `${status}: ${typeof text === 'string' ? text : 'without a message'}`;
}

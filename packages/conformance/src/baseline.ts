import { matches, runName, runs } from './runs.ts';
import type { Problem } from './judge.ts';

/** Scenarios of the suite that are not run; `auth/*` means all that begin so. */
interface NotRun {
  readonly scenario: string;
  readonly reason: string;
}

/** A run that is known to fail, and by which checks. */
interface KnownFailure {
  readonly run: string;
  readonly checks: readonly string[];
  readonly reason: string;
}

export interface Baseline {
  readonly notRun: readonly NotRun[];
  readonly failing: readonly KnownFailure[];
}

/**
 * Checks the text of the baseline.
 *
 * @throws Error that says which entry is wrong
 */
export function readBaseline(text: string): Baseline {
  const read = JSON.parse(text) as unknown;
  if (!isObject(read)) throw new Error('the baseline is an object');
  const { notRun, failing, ...others } = read;
  const [other] = Object.keys(others);
  if (other !== undefined) throw new Error(`the baseline has notRun and failing, no "${other}"`);
  return {
    notRun: list(notRun, 'notRun').map((entry) => ({
      scenario: word(entry, 'scenario'),
      reason: word(entry, 'reason'),
    })),
    failing: list(failing, 'failing').map((entry) => {
      const run = word(entry, 'run');
      const checks = entry['checks'];
      if (!runs.some((known) => runName(known) === run))
        throw new Error(`the baseline names "${run}", which is not run`);
      if (!Array.isArray(checks) || checks.length === 0 || !checks.every((id) => typeof id === 'string')) {
        throw new Error(`the baseline's entry of ${run} has no checks`);
      }
      return { run, checks, reason: word(entry, 'reason') };
    }),
  };
}

/** Whether a run went as expected, and if not, what is to be done. */
export interface Comparison {
  readonly verdict: 'passed' | 'known failure' | 'failed' | 'stale';
  /** Problems that no entry knows. */
  readonly unexpected: readonly Problem[];
  /** Checks that an entry says fail, and that do not. */
  readonly stale: readonly string[];
}

export function compare(run: string, problems: readonly Problem[], { failing }: Baseline): Comparison {
  const known = failing.filter((entry) => entry.run === run).flatMap(({ checks }) => checks);
  const unexpected = problems.filter(({ id }) => !known.includes(id));
  const stale = known.filter((check) => !problems.some(({ id }) => id === check));
  if (unexpected.length > 0) return { verdict: 'failed', unexpected, stale };
  if (stale.length > 0) return { verdict: 'stale', unexpected, stale };
  return { verdict: known.length > 0 ? 'known failure' : 'passed', unexpected, stale };
}

/** What is wrong between the scenarios of the suite, those that are run, and those that are said not to be. */
export function compareScenarios(suite: readonly string[], { notRun }: Baseline): readonly string[] {
  const isRun = (scenario: string): boolean => runs.some((run) => run.scenario === scenario);
  const isNamed = (scenario: string): boolean => notRun.some((entry) => matches(entry.scenario, scenario));
  const strangers = suite.filter((scenario) => !isRun(scenario) && !isNamed(scenario));
  const missing = runs.filter(({ scenario }) => !suite.includes(scenario)).map(runName);
  const stale = notRun.filter((entry) => !suite.some((scenario) => matches(entry.scenario, scenario)));
  const contrary = runs.filter(({ scenario }) => isNamed(scenario)).map(runName);
  return [
    ...strangers.map((scenario) => `${scenario} is new in the suite: run it, or say in baseline.json why not`),
    ...missing.map((run) => `${run} is not in the suite any more`),
    ...stale.map(({ scenario }) => `${scenario} is in baseline.json, and not in the suite`),
    ...contrary.map((run) => `${run} is run, and baseline.json says that it is not`),
  ];
}

/** What a revision requires of a client and neither a run over HTTP nor the baseline knows of. */
export function compareRequirements(
  revision: string,
  required: readonly string[],
  { notRun }: Baseline,
): readonly string[] {
  if (required.length === 0) return [`the suite names no scenario that ${revision} requires of a client`];
  const run = runs.filter((one) => one.over === 'http' && one.revision === revision).map(({ scenario }) => scenario);
  return required
    .filter((name) => !run.includes(name) && !notRun.some(({ scenario }) => matches(scenario, name)))
    .map((name) => `${name} is required for ${revision}: run it over HTTP, or say in baseline.json why not`);
}

function list(value: unknown, name: string): readonly Record<string, unknown>[] {
  if (!Array.isArray(value) || !value.every(isObject)) throw new Error(`the baseline's ${name} is a list of objects`);
  return value;
}

function word(entry: Record<string, unknown>, name: string): string {
  const value = entry[name];
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw new Error(`an entry of the baseline has no ${name}: ${JSON.stringify(entry)}`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

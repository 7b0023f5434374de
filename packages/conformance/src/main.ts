/** `pnpm conformance`: arguments in, a table and an exit code out. README.md says what the runs show. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { compare, compareRequirements, compareScenarios, readBaseline, type Baseline } from './baseline.ts';
import { findNode } from './node/find-node.ts';
import { help, parseOptions, type Options } from './options.ts';
import { exitCodeOf, exitCodes, formatReport, jsonReport, type Outcome, type Report } from './report.ts';
import { runCommand, type CommandEnd } from './run-command.ts';
import { revisions, runName } from './runs.ts';
import { runScenario } from './run-scenario.ts';
import { locateSuite, readRequirements, readScenarioList } from './suite.ts';

const packageFolder = join(import.meta.dirname, '..');

process.exitCode = await main();

async function main(): Promise<number> {
  const parsed = parseOptions(process.argv.slice(2));
  switch (parsed.kind) {
    case 'help':
      process.stdout.write(help);
      return 0;
    case 'wrong':
      say(`${parsed.message}\n(--help shows all options)`);
      return exitCodes.badUsage;
    case 'run':
      return run(parsed.options);
    default:
      return parsed satisfies never;
  }
}

async function run(options: Options): Promise<number> {
  const interrupted = new AbortController();
  const stop = (): void => interrupted.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    const baseline = readBaseline(readFileSync(join(packageFolder, 'baseline.json'), 'utf8'));
    const report = await makeReport(options, baseline, interrupted.signal);
    if (typeof report === 'string') {
      say(`The conformance suite could not run: ${report}`);
      return exitCodes.couldNotRun;
    }
    write(report, options);
    return exitCodeOf(report);
  } catch (error) {
    say(`The conformance suite could not run: ${error instanceof Error ? error.message : String(error)}`);
    return exitCodes.couldNotRun;
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

/** The report, or why there is none. */
async function makeReport(options: Options, baseline: Baseline, signal: AbortSignal): Promise<Report | string> {
  const suite = locateSuite();
  const client = process.versions.node;
  const node = await findNode({
    named: process.env['CONFORMANCE_NODE'],
    running: { path: process.execPath, version: client },
    platform: process.platform,
    arch: process.arch,
    cache: join(packageFolder, 'node_modules/.cache'),
    say,
    signal,
  });
  if (!node.ok) {
    if (!options.ifPossible || node.wasNamed || signal.aborted) return node.why;
    const nodes = { suite: 'none', client };
    return { suite: suite.version, nodes, skipped: node.why, outcomes: [], drift: [], interrupted: false };
  }
  const list = (...which: string[]): Promise<CommandEnd> =>
    runCommand({ executable: node.path, args: [suite.program, 'list', ...which], timeoutMs: 60_000, signal });
  const all = await list('--client');
  const scenarios = readScenarioList(all.stdout);
  if (scenarios.length === 0) return `it lists no scenarios. ${String(all.stopped ?? all.stderr.trim())}`;
  const drift = [...compareScenarios(scenarios, baseline)];
  for (const revision of revisions) {
    const required = readRequirements((await list('--requirements', revision)).stdout);
    drift.push(...compareRequirements(revision, required, baseline));
  }
  const results = options.results === undefined ? undefined : fromCaller(options.results);
  const outcomes: Outcome[] = [];
  for (const run of options.runs) {
    say(runName(run));
    const result = await runScenario(run, { suite, node: node.path, results, signal });
    if (signal.aborted) break; // it was cut short: that says nothing
    outcomes.push({ result, comparison: compare(runName(run), result.problems, baseline) });
  }
  const nodes = { suite: node.version.replace(/^v/, ''), client };
  return { suite: suite.version, nodes, outcomes, drift, interrupted: signal.aborted };
}

function write(report: Report, { json }: Options): void {
  if (report.skipped === undefined) process.stdout.write(`${formatReport(report)}\n`);
  else process.stdout.write(`SKIPPED, no conformance scenario was run: ${report.skipped}\n`);
  if (json === undefined) return;
  const file = fromCaller(json);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(jsonReport(report), null, 2)}\n`);
}

/** pnpm runs this in its package, and says where it was called. */
function fromCaller(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? '.', path);
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

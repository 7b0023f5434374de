/**
 * What the verifier costs beside bare test runs, in one go:
 *
 *     pnpm --filter @coding-agent/scripts bench [lesson] [rounds]
 *
 * - one variant: `verify-lesson --only accepted:<id>` against a bare `vitest run` of the same suites (aim: at most 1.25)
 * - the whole lesson: `verify-lesson <lesson>` against the sum of its runs, each as long as a bare run, on all cores
 *   (aim: at most 1.3). A canary's run is shorter than a lab's, so both kinds of bare runs are measured.
 *
 * Rounds are interleaved, so that a slow moment of the machine hits all alike; medians and spread are printed, and
 * written to `.lesson/bench/verify-cost.json`.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, cpSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadManifest } from '../lesson/manifest/load.ts';
import { findLesson, repositoryRoot, workFolder } from '../lesson/repository.ts';

const [name = '33', roundsText = '5'] = process.argv.slice(2);
const rounds = Number(roundsText);
const found = findLesson(name);
if (!found || !Number.isInteger(rounds) || rounds < 1) throw new Error('usage: bench [lesson] [rounds]');
const lesson = found;
const loaded = loadManifest(lesson.folder);
if (!loaded.ok) throw new Error(`${lesson.id} has a broken manifest`);
const { manifest } = loaded;
const accepted = manifest.accepted[0]?.id ?? '';
const cores = availableParallelism();
const out = mkdtempSync(join(tmpdir(), 'verify-cost-'));

/** Seconds that one process takes, from its start to its end; throws when it does not succeed. */
function seconds(cwd: string, args: readonly string[]): number {
  const started = performance.now();
  const result = spawnSync(process.execPath, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`${args.join(' ')}: exit ${result.status}\n${result.stderr}`);
  return (performance.now() - started) / 1000;
}

const solution = join(lesson.folder, 'solution');
const vitest = join(solution, 'node_modules', 'vitest', 'vitest.mjs');
const bareLab = (): number => seconds(solution, [vitest, 'run', ...manifest.suites.map((suite) => suite.file)]);
const canaryFolder = copyCanary();
const bareCanary = (): number => seconds(canaryFolder, [vitest, 'run']);
const report = join(out, 'report.json');
const verify = (...more: string[]): number =>
  seconds(repositoryRoot, ['--import', 'tsx', 'scripts/verify-lesson.ts', lesson.id, '--json', report, ...more]);
const oneVariant = (): number => verify('--only', `accepted:${accepted}`);

try {
  oneVariant(); // warms caches, and gathers the canaries' evidence that `--only` judges again
  const lab: number[] = [];
  const canary: number[] = [];
  const single: number[] = [];
  const whole: number[] = [];
  let runs = 0;
  for (let round = 0; round < rounds; round += 1) {
    lab.push(bareLab());
    single.push(oneVariant());
    canary.push(bareCanary());
    if (round >= Math.max(1, Math.floor(rounds / 2))) continue;
    whole.push(verify());
    runs = countRuns();
  }
  const canaryRuns = await countCanaryRuns();
  const bound = (runs * median(lab) + canaryRuns * median(canary)) / cores;
  const rows = [
    ['bare run, lab', lab, ''],
    ['bare run, canary lesson', canary, ''],
    ['verify one variant', single, `${(median(single) / median(lab)).toFixed(2)} x a bare run (aim 1.25)`],
    [
      `verify whole lesson (${runs} + ${canaryRuns} canary runs, ${cores} cores)`,
      whole,
      `${(median(whole) / bound).toFixed(2)} x (runs / cores) bare runs = ${bound.toFixed(1)} s (aim 1.3)`,
    ],
  ] as const;
  for (const [label, values, note] of rows) {
    process.stdout.write(`${label.padEnd(62)} ${spread(values)}   ${note}\n`);
  }
  mkdirSync(join(workFolder, 'bench'), { recursive: true });
  const data = { lesson: lesson.id, node: process.version, cores, runs, canaryRuns, lab, canary, single, whole, bound };
  writeFileSync(join(workFolder, 'bench', 'verify-cost.json'), `${JSON.stringify(data, null, 2)}\n`);
} finally {
  rmSync(out, { recursive: true, force: true });
}

function copyCanary(): string {
  const folder = join(out, 'canary');
  cpSync(join(import.meta.dirname, '..', 'lesson', 'canaries', '00-words'), folder, { recursive: true });
  symlinkSync(join(import.meta.dirname, '..', 'node_modules'), join(folder, 'solution', 'node_modules'), 'junction');
  return join(folder, 'solution');
}

/** Runs of the lesson that the last verification made. */
function countRuns(): number {
  const { variants } = JSON.parse(readFileSync(report, 'utf8')) as { variants: { runs: unknown[] }[] };
  return variants.reduce((sum, variant) => sum + variant.runs.length, 0);
}

/** Runs that the canaries take, as the cached evidence tells. */
async function countCanaryRuns(): Promise<number> {
  const { loadCanaryEvidence } = await import('../lesson/canaries/cached-evidence.ts');
  const { chooseGuard, findAbilities } = await import('../lesson/process/guard.ts');
  const evidence = loadCanaryEvidence(chooseGuard(findAbilities()).method);
  if (!evidence) throw new Error('no canary evidence, although the lesson was just verified');
  const good = new Set(evidence.good.runs.map((run) => JSON.stringify(run)));
  const own = evidence.bad.flatMap(({ evidence: bad }) => bad.runs.filter((run) => !good.has(JSON.stringify(run))));
  return good.size + own.length;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

function spread(values: readonly number[]): string {
  const text = (value: number): string => value.toFixed(2);
  return `median ${text(median(values))} s  (${text(Math.min(...values))} to ${text(Math.max(...values))}, n ${values.length})`;
}

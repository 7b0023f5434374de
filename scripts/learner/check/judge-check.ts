import { exitCode, worstOf, type ExitCode } from '../../lesson/exit-codes.ts';
import type { RunRecord } from '../../lesson/evidence.ts';
import type { Manifest } from '../../lesson/manifest/schema.ts';
import { diagnose, type Diagnosis } from './diagnose.ts';
import { isRed } from './fit.ts';
import { observe, type Observation } from './observation.ts';
import type { CheckRuns } from './run-check.ts';

/** What the runs mean. */
export interface CheckVerdict {
  readonly exitCode: ExitCode;
  readonly observations: readonly Observation[];
  /** Tests whose two runs disagreed. */
  readonly unstable: readonly string[];
  readonly diagnosis: Diagnosis;
}

export function judgeCheck(manifest: Manifest, runs: CheckRuns): CheckVerdict {
  const first = observe(
    manifest,
    runs.parts.map(({ run }) => run),
  );
  const second = observe(
    manifest,
    runs.parts.map(({ run, again }) => again ?? run),
  );
  const observations = first.map((seen, index) => joined(seen, second[index] ?? seen));
  return {
    exitCode: codeOf(runs, observations),
    observations,
    unstable: observations.filter(({ standing }) => standing === 'unstable').map(({ id }) => id),
    diagnosis: diagnose(manifest, observations),
  };
}

/** A failure that a repetition does not show is still a failure, with another name. */
function joined(first: Observation, second: Observation): Observation {
  if ((first.standing === 'green') === (second.standing === 'green')) return first;
  if (first.standing === 'not-run' || second.standing === 'not-run') return first;
  return { ...(isRed(first) ? first : second), standing: 'unstable' };
}

function codeOf({ parts, types, typesInfra }: CheckRuns, observations: readonly Observation[]): ExitCode {
  const codes: ExitCode[] = [];
  for (const { outcome, processes } of allRuns(parts)) {
    if (outcome === 'infra') codes.push(exitCode.couldNotTell);
    else if (outcome === 'run-timeout' || outcome === 'over-limit') codes.push(exitCode.limits);
    else if (outcome !== 'completed') codes.push(exitCode.content);
    if (processes.left.length + processes.listening.length > 0) codes.push(exitCode.limits);
  }
  if (typesInfra !== undefined) codes.push(exitCode.couldNotTell);
  if (types.length > 0 || observations.some(({ standing }) => standing !== 'green')) codes.push(exitCode.content);
  return worstOf(codes);
}

/** Every run of every part, repetitions too. */
export function allRuns(parts: CheckRuns['parts']): RunRecord[] {
  return parts.flatMap(({ run, again }) => (again ? [run, again] : [run]));
}

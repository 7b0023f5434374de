import type { ErrorRecord, RunRecord, TestRecord } from '../../lesson/evidence.ts';
import type { Manifest } from '../../lesson/manifest/schema.ts';
import type { Standing } from '../progress/schema.ts';

/** How one declared test went, as a diagnosis needs it. */
export interface Observation {
  readonly id: string;
  /** In the first suite; the other suites are homework. */
  readonly inLab: boolean;
  readonly standing: Standing | 'not-run';
  /** With `gap`: the code of the one that it stops at. */
  readonly gap?: string;
  /** Messages of all its errors: what the catalogue's patterns are tried on. */
  readonly message: string;
  /** First line of the first error: what a person reads. */
  readonly headline: string;
}

/** One observation for each declared test, in declared order; the runs are of different suites. */
export function observe(manifest: Manifest, runs: readonly RunRecord[]): Observation[] {
  const lab = manifest.suites[0]?.id;
  const tests = runs.flatMap((run) => run.tests);
  return manifest.tests.map((test): Observation => {
    const seen = tests.find((candidate) => candidate.id === test.id);
    const base = { id: test.id, inLab: test.suite === lab };
    if (!seen || seen.state === 'skipped') return { ...base, standing: 'not-run', message: '', headline: '' };
    if (seen.state === 'pass') return { ...base, standing: 'green', message: '', headline: '' };
    const gap = gapMet(manifest, seen);
    return {
      ...base,
      ...(gap === undefined ? { standing: 'red' } : { standing: 'gap', gap }),
      message: seen.errors.map((error) => error.message).join('\n'),
      headline: headlineOf(seen.errors[0]),
    };
  });
}

/** The code still throws what the starter throws: not written yet, so no mistake. */
function gapMet({ gaps }: Manifest, { errors }: TestRecord): string | undefined {
  const all = errors.flatMap((error) => [error, ...error.causes]);
  return gaps.find((gap) => all.some(({ name, code }) => gap.name === name && gap.code === code))?.code;
}

function headlineOf(error: ErrorRecord | undefined): string {
  const lines = (error?.message ?? '').split('\n').map((line) => line.trim());
  // How the assertion library compared says nothing to a learner.
  const line = (lines.find(Boolean) ?? '').replace(/ \/\/ (Object\.is|deep) equality$/, '');
  // A name that says more than "Error": TypeError, SyntaxError, the lesson's own.
  const name = error && !['', 'Error', 'AssertionError'].includes(error.name) ? `${error.name}: ` : '';
  return name + line + (name && error?.at ? ` (${error.at})` : '');
}

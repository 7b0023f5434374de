import type { Manifest } from '../../lesson/manifest/schema.ts';
import { fit, isRed, type Fit } from './fit.ts';
import type { Observation } from './observation.ts';

/** One known mistake that explains what was seen. */
export interface Suspicion {
  readonly id: string;
  /** `looks-like`: most of what it must fail fails as it should, and nothing speaks against it. Otherwise `may-be`. */
  readonly sure: 'looks-like' | 'may-be';
  /** Failing tests that it explains, in declared order. */
  readonly explains: readonly string[];
}

export interface Diagnosis {
  /** Mistakes, the one to begin with first: the order in which the tests turn green. */
  readonly mistakes: readonly Suspicion[];
  /** Tests that still meet the gap: to be written, no mistake. */
  readonly toWrite: readonly string[];
  /** Failing tests that no known mistake explains. */
  readonly unexplained: readonly string[];
  /** The first step whose tests are not all green; absent when the lab is done. */
  readonly nextStep?: string;
}

/**
 * Nothing explains the first failing test, or several mistakes do: what is said about it cannot be trusted, and more tests
 * should be run.
 */
export function isPuzzle(manifest: Manifest, observations: readonly Observation[]): boolean {
  const first = observations.find(isRed);
  if (!first) return false;
  return plausible(manifest, observations).filter(({ hits }) => hits.includes(first.id)).length !== 1;
}

/**
 * Compares what was seen with the catalogue of known mistakes. Half-done code has several holes at once, so the failing
 * tests are covered greedily: the mistake that explains most is taken, then the one that explains most of the rest.
 */
export function diagnose(manifest: Manifest, observations: readonly Observation[]): Diagnosis {
  const lab = observations.filter((observation) => observation.inLab);
  const labDone = lab.every(({ standing }) => standing === 'green');
  const scope = labDone ? observations : lab;
  const order = scope.map(({ id }) => id);
  const open = new Set(scope.filter(isRed).map(({ id }) => id));
  const fits = plausible(manifest, observations);

  const chosen: { readonly found: Fit; readonly explains: string[] }[] = [];
  // First by messages. What is left then may belong to a mistake that shows its message in the homework alone.
  const elsewhere = (found: Fit, id: string): boolean =>
    found.hidden.includes(id) && found.hits.some((hit) => !order.includes(hit));
  for (const explains of [bySigns, elsewhere]) {
    while (open.size > 0) {
      const best = fits
        .map((found) => ({ found, explains: order.filter((id) => open.has(id) && explains(found, id)) }))
        .filter((candidate) => candidate.explains.length > 0)
        .toSorted((a, b) => compare(weigh(b.found, b.explains, order), weigh(a.found, a.explains, order)))[0];
      if (!best) break;
      const again = chosen.find(({ found }) => found === best.found);
      if (again) again.explains.push(...best.explains);
      else chosen.push(best);
      for (const id of best.explains) open.delete(id);
    }
  }

  const mistakes = chosen.map(({ found, explains }): Suspicion => ({
    id: found.entry.id,
    sure: found.misses.length === 0 && found.hits.length >= found.hidden.length ? 'looks-like' : 'may-be',
    explains: order.filter((id) => explains.includes(id)),
  }));
  const nextStep = manifest.steps.find((step) =>
    step.passes.some((id) => observations.find((seen) => seen.id === id)?.standing !== 'green'),
  );
  return {
    mistakes: mistakes.toSorted((a, b) => firstOf(a, order) - firstOf(b, order)),
    toWrite: observations.filter(({ standing }) => standing === 'gap').map(({ id }) => id),
    unexplained: [...open],
    ...(nextStep ? { nextStep: nextStep.id } : {}),
  };
}

/** Mistakes that show themselves somewhere, and not in their own test's being green. */
function plausible(manifest: Manifest, observations: readonly Observation[]): Fit[] {
  return manifest.wrong
    .map((entry) => fit(entry, observations))
    .filter((found) => found.hits.length > 0 && !found.misses.includes(found.entry.hint));
}

function bySigns(found: Fit, id: string): boolean {
  return found.hits.includes(id) || found.loose.includes(id);
}

/** Earlier numbers count more. */
function weigh(found: Fit, explains: readonly string[], order: readonly string[]): readonly number[] {
  const hits = explains.filter((id) => found.hits.includes(id)).length;
  return [
    -found.misses.length, // a test that it must fail is green: hardly this one
    hits,
    found.hits.length - found.hidden.length,
    explains.length,
    -found.entry.mustFail.length,
    -order.indexOf(explains[0] ?? ''),
  ];
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

function firstOf({ explains }: Suspicion, order: readonly string[]): number {
  return order.indexOf(explains[0] ?? '');
}

import type { Variant } from '../evidence.ts';
import type { Manifest } from '../manifest/schema.ts';

/** What the manifest says that a test does in a variant: `pass`, `fail <gap>`, `fail /pattern/`, `fail`, or `may fail`. */
export function declaredState(manifest: Manifest, variant: Variant, testId: string): string {
  switch (variant.kind) {
    case 'solution':
    case 'accepted':
      return 'pass';
    case 'starter': {
      const starter = manifest.tests.find((test) => test.id === testId)?.starter;
      if (!starter) return 'undeclared';
      return starter.state === 'fail' ? `fail ${starter.gap}` : 'pass';
    }
    case 'step':
      return manifest.steps.find((step) => step.id === variant.id)?.passes.includes(testId) ? 'pass' : 'fail';
    case 'wrong': {
      const entry = manifest.wrong.find((candidate) => candidate.id === variant.id);
      const must = entry?.mustFail.find((candidate) => candidate.test === testId);
      if (must) return `fail /${must.message}/`;
      return entry?.mayFail.includes(testId) ? 'may fail' : 'pass';
    }
    default:
      return variant.kind satisfies never;
  }
}

/**
 * What was seen. Collecting writes these records, the rules read them: a rule never runs anything, so the same evidence
 * can be judged again, and a rule can be proved by evidence that it must refuse.
 */
import type { LoadedManifest } from './manifest/load.ts';
import type { LintFacts } from './collect/lint.ts';
import type { TextFacts } from './collect/text-facts.ts';
import type { TwinFacts } from './collect/twin-facts.ts';
import type { PatchFacts } from './collect/patches.ts';
import type { UnfilledPlace } from './collect/unfilled.ts';

export type VariantKind = 'solution' | 'starter' | 'step' | 'accepted' | 'wrong';

export interface Variant {
  readonly kind: VariantKind;
  /** Id of the step, the accepted design or the known-wrong solution; the kind itself otherwise. */
  readonly id: string;
}

export type TestState = 'pass' | 'fail' | 'timeout' | 'skipped';

export interface ErrorRecord {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  /** Names and codes down the `cause` chain. */
  readonly causes: readonly { readonly name: string; readonly code?: string; readonly message: string }[];
  /** First lines of the stack inside the variant, for people. */
  readonly at?: string;
}

export interface TestRecord {
  /** `meta.id` of the test; empty when the test carries none. */
  readonly id: string;
  readonly title: string;
  readonly file: string;
  readonly state: TestState;
  readonly errors: readonly ErrorRecord[];
  readonly durationMs: number;
  /** Options that would soften the verdict: retries, expected failure, only, todo. */
  readonly softened: readonly string[];
  /** Facts from `task.meta.evidence`. */
  readonly evidence: Readonly<Record<string, number>>;
}

export type RunOutcome =
  'completed' | 'load-error' | 'hook-error' | 'late-error' | 'run-timeout' | 'crashed' | 'over-limit' | 'infra';

export type RunOrder =
  { readonly kind: 'declared' | 'reversed' } | { readonly kind: 'shuffled'; readonly seed: number };

export interface ProcessLeft {
  readonly pid: number;
  readonly command: string;
}

export type ProcessMethod = 'pid-namespace' | 'user-pid-namespace' | 'marker' | 'parent-chain';

export interface ProcessFacts {
  readonly method: ProcessMethod;
  /** False when a process could have escaped this method; never silently green. */
  readonly complete: boolean;
  readonly left: readonly ProcessLeft[];
  /** Listening sockets still open in a test worker when its tests were over. */
  readonly listening: readonly string[];
  /** Timers that the tests of a worker left running: what they do, nobody sees any more. */
  readonly timers: number;
}

export interface RunRecord {
  readonly variant: Variant;
  readonly attempt: number;
  readonly order: RunOrder;
  readonly outcome: RunOutcome;
  /** Why the outcome is not `completed`, in one line. */
  readonly why: string;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly tests: readonly TestRecord[];
  readonly processes: ProcessFacts;
  /** Files that the run made outside its temp folder, relative to the run's folder. */
  readonly strayFiles: readonly string[];
  readonly peakRssMb: number;
  readonly outputBytes: number;
  /** What a learner would see, colours removed; the end of it when long. */
  readonly output: string;
  readonly durationMs: number;
}

export interface TypeFacts {
  /** Compiler errors by variant (`kind:id`); an empty list is a clean compile. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** Set when the compiler itself could not run. */
  readonly infra?: string;
}

/** How much of each kind of variant was run: a rule that needs more than there is does not judge. */
export type Collected = Readonly<Record<VariantKind, 'all' | 'some' | 'none'>>;

export interface LessonEvidence {
  readonly lessonId: string;
  readonly machine: { readonly node: string; readonly platform: string };
  readonly folder: string;
  readonly loaded: LoadedManifest;
  readonly collected: Collected;
  readonly runs: readonly RunRecord[];
  readonly types: TypeFacts;
  readonly lint: LintFacts;
  readonly texts: TextFacts;
  readonly twins: TwinFacts;
  readonly patches: PatchFacts;
  /** Gap codes marked `TODO(<code>)` in the starter's sources. */
  readonly markers: readonly string[];
  /** Places that the author has not filled in yet, in the order in which they are. */
  readonly unfilled: readonly UnfilledPlace[];
  /** Files of the repository that changed while the lesson was verified. */
  readonly changedFiles: readonly string[];
}

/** Every test passed, and nothing else went wrong with the run. */
export function isGreen(run: RunRecord): boolean {
  return run.outcome === 'completed' && run.tests.every((test) => test.state === 'pass');
}

export function variantKey(variant: Variant): string {
  return `${variant.kind}:${variant.id}`;
}

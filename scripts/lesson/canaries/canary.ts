import type { ExitCode } from '../exit-codes.ts';
import type { LessonEvidence, Variant } from '../evidence.ts';
import type { FileMap } from '../collect/variant-files.ts';

/** A bad lesson: the good one with one thing spoilt. The verifier must refuse it, for its own rule and no other. */
export interface Canary {
  readonly id: string;
  /** The rules that must fail; exactly these. */
  readonly rules: readonly string[];
  readonly exit: ExitCode;
  /** What it imitates. */
  readonly why: string;
  /** Spoils the files of the good lesson, in place. */
  readonly edit?: (lesson: FileMap) => void;
  /** Spoils the evidence instead: for what a run would show too rarely, or too slowly. */
  readonly doctor?: (evidence: LessonEvidence) => LessonEvidence;
  /** Variants that the edit changes and that must run again; the rest of the evidence is the good lesson's. */
  readonly reruns?: (variant: Variant) => boolean;
  /** Checks that the edit touches. */
  readonly checks?: readonly ('types' | 'lint' | 'patches' | 'twins')[];
  /** Only a method that no process escapes can be held to this one. */
  readonly needsCompleteGuard?: boolean;
}

/** Replaces one piece of one file; throws when it is not there, so that a canary cannot lose its teeth in silence. */
export function replaceIn(lesson: FileMap, path: string, from: string, to: string): void {
  const text = lesson.get(path);
  if (text === undefined || !text.includes(from))
    throw new Error(`canary: ${path} does not contain ${JSON.stringify(from)}`);
  lesson.set(
    path,
    text.replace(from, () => to),
  );
}

/** Appends to one file. */
export function appendTo(lesson: FileMap, path: string, more: string): void {
  const text = lesson.get(path);
  if (text === undefined) throw new Error(`canary: there is no ${path}`);
  lesson.set(path, text + more);
}

/** Changes the manifest as data. */
export function editManifest(lesson: FileMap, change: (manifest: ManifestData) => void): void {
  const manifest = JSON.parse(lesson.get('lesson.json') ?? '') as ManifestData;
  change(manifest);
  lesson.set('lesson.json', JSON.stringify(manifest));
}

/** Enough of the manifest's shape to spoil it. */
export interface ManifestData {
  limits: Record<string, number>;
  tests: { id: string; title: Record<string, string> }[];
  steps: { id: string; passes: string[] }[];
  accepted: { id: string; why: string }[];
  wrong: {
    id: string;
    hint: string;
    maxLines?: number;
    mustFail: { test: string; message: string }[];
    mayFail?: string[];
  }[];
  killMatrix: { minSignatures: number; why?: string };
}

export function solutionOnly(variant: Variant): boolean {
  return variant.kind === 'solution';
}

export function starterOnly(variant: Variant): boolean {
  return variant.kind === 'starter';
}

export function wrongOnly(id: string): (variant: Variant) => boolean {
  return (variant) => variant.kind === 'wrong' && variant.id === id;
}

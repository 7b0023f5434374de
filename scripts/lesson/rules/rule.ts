import type { ExitCode } from '../exit-codes.ts';
import type { LessonEvidence, VariantKind } from '../evidence.ts';
import type { Manifest } from '../manifest/schema.ts';

/** One thing that a rule has to say. */
export interface Finding {
  /** What is wrong, with what was expected and what was seen. */
  readonly message: string;
  /** A file, a test or a variant: where to look. */
  readonly where: string;
  /** What to do about it. */
  readonly next: string;
  /** What this alone would end the verification with. A warning does not end it. */
  readonly exit: ExitCode | 'warning';
}

/** Evidence whose manifest could be read: all rules but R01 need one. */
export interface ReadableLesson {
  readonly manifest: Manifest;
  readonly evidence: LessonEvidence;
}

export interface Rule {
  readonly code: `R${number}`;
  readonly name: string;
  /** One line for `lesson explain` and the docs. */
  readonly says: string;
  /** Without all (or some) variants of this kind the rule has nothing to judge and says so. */
  readonly needs?: { readonly kind: VariantKind; readonly amount: 'all' | 'some' };
  /** Pure: reads evidence and runs nothing. */
  readonly judge: (lesson: ReadableLesson) => readonly Finding[];
  /** The line shown when there is nothing to complain about. */
  readonly summary: (lesson: ReadableLesson) => string;
}

export function finding(where: string, message: string, next: string, exit: Finding['exit'] = 1): Finding {
  return { where, message, next, exit };
}

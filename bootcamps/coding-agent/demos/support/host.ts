import type { Language } from './language.ts';

/** What a demo has of the world around it. */
export interface Host {
  /** The words after its name. */
  readonly words: readonly string[];
  readonly language: Language;
  /** Prints one line. Whatever a server said may be in it. */
  readonly out: (line?: string) => void;
  readonly err: (line: string) => void;
  /** Aborts when the demo is to end now: Ctrl-C, or nobody reads any more. */
  readonly signal: AbortSignal;
}

/** A demo: does its work, and gives the exit code. Throws UsageError for words that make no sense. */
export type Demo = (host: Host) => Promise<number>;

export const exitCodes = { ok: 0, failed: 1, usage: 2, interrupted: 130 } as const;

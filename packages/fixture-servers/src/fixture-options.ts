import type { FixtureMode } from './fixture-modes.ts';

/** `lite`: a tools/call result is `{ content: 'text' }`. `mcp`: it is `{ content: [{ type: 'text', text }] }`. */
export type FixtureShape = 'lite' | 'mcp';

/** Where mode `split` cuts: between all bytes, inside each character of several bytes, or at places drawn from the seed. */
export type SplitAt = 'every-byte' | 'utf8' | 'random';

/** What makes a server differ from the default one. A mode ignores the options that it has no use for. */
export interface FixtureOptions {
  /** The fault. Default `normal`. */
  mode?: FixtureMode;
  /** The shape of tools/call results. Default `lite`. */
  shape?: FixtureShape;
  /** The server kills itself after this many milliseconds, whatever happens. Default 30 000. */
  selfKillMs?: number;
  /** Folder in which the server's own fresh journal folder is made. Default: the system's folder for temporary files. */
  journalDirectory?: string;
  /** Seed of what a mode draws at random. Default 1. */
  seed?: number;
  /** How many requests `reverse` and `glue` collect. Default 2. */
  batch?: number;
  /** How many bytes a flood writes: `endless-line` (default 64 MiB), `stderr-flood` (default 1 MiB, whole lines of 64). */
  bytes?: number;
  /** `stderr-flood`: one more line, after each flood. Default none. */
  lastWords?: string;
  /** How many notifications (`notification-flood`, default 1000), lines (`noise-flood`) or requests (`request-flood`). */
  count?: number;
  /** Where `split` cuts. Default `every-byte`. */
  splitAt?: SplitAt;
  /** `stuck-cursor`: a new cursor on every page, instead of the same. Default false. */
  fresh?: boolean;
  /**
   * The revision that `other-version` (default `1999-01-01`) and `batch-answer` (`2025-03-26`) answer with, and the only
   * one that `modern` speaks (`2026-07-28`).
   */
  revision?: string;
  /** `slow-reader`: after the handshake read nothing at all until `release()` is called. Default false. */
  hold?: boolean;
  /**
   * Milliseconds. `modern`, `dual-era` (default 0), `slow-first-start` (3000): from the start before it reads, and so says,
   * anything. `exit-after-list` (50): from the list to the exit.
   */
  delayMs?: number;
}

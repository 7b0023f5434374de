import { ProcessError } from './errors.ts';

/** What to run, where, with what, for how long, and how much of its output to keep. */
export interface RunOptions {
  /** A program, by path or by a name on PATH. Never a command line: no shell reads it. */
  readonly executable: string;
  /** Each entry arrives as one argument, whatever characters are in it. Default: none. */
  readonly args?: readonly string[];
  /** Where it runs. There is no default: who runs a program says where. It is not a sandbox. */
  readonly cwd: string;
  /** Variables that it gets on top of the allowlist in environment.ts. Default: none. */
  readonly env?: Readonly<Record<string, string>>;
  /** After this time it is stopped. A whole number from 1 to 2 147 483 647. */
  readonly timeoutMs: number;
  /** How much is kept of stdout, and as much again of stderr. At least 1. */
  readonly maxOutputBytes: number;
  /** Stops it when it aborts. The caller's: only our own listener is taken away again. */
  readonly signal?: AbortSignal;
  /** What it gets between SIGTERM and SIGKILL. Default 2 000. */
  readonly graceMs?: number;
}

export type ResolvedOptions = Required<Omit<RunOptions, 'signal'>> & Pick<RunOptions, 'signal'>;

/** setTimeout takes a signed 32-bit number; anything above fires at once. */
const MAX_TIMER_MS = 2_147_483_647;

/**
 * Fills in the defaults.
 *
 * @throws ProcessError `PROCESS_INVALID_OPTIONS` naming the option that cannot be used.
 *
 * Grown-up twin: packages/extensions/src/stdio/stdio-options.ts
 */
export function resolveOptions(options: RunOptions): ResolvedOptions {
  const resolved = { args: [], env: {}, graceMs: 2_000, ...options };
  // Types vanish at run time, and these options often come from a model's JSON: look at the values.
  if (!isText(resolved.executable) || resolved.executable === '') refuse('executable must be a non-empty string');
  if (!Array.isArray(resolved.args) || !resolved.args.every(isText)) refuse('args must be an array of strings');
  if (!isText(resolved.cwd) || resolved.cwd === '') refuse('cwd must be a non-empty string');
  if (!isObject(resolved.env)) refuse('env must be an object');
  for (const [name, value] of Object.entries(resolved.env)) {
    // The value is not named: it may be a secret.
    if (!isText(name) || name === '' || name.includes('=')) refuse('env must have names without "="');
    if (!isText(value)) refuse(`env.${name} must be a string`);
  }
  for (const name of ['timeoutMs', 'graceMs'] as const) {
    if (!isWhole(resolved[name], MAX_TIMER_MS)) refuse(`${name} must be a whole number from 1 to ${MAX_TIMER_MS}`);
  }
  if (!isWhole(resolved.maxOutputBytes, Number.MAX_SAFE_INTEGER)) {
    refuse('maxOutputBytes must be a whole number from 1');
  }
  // Looked at now: a value that is no signal would fail us when the process runs already.
  if (resolved.signal !== undefined && !(resolved.signal instanceof AbortSignal)) refuse('signal is no AbortSignal');
  return resolved;
}

/** False for null, whose type is "object", too; and for a list. */
function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** False for NaN, which every comparison lets pass: `!(NaN < 1)`. */
function isWhole(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= most;
}

/** The operating system ends a string at NUL, so a text with NUL would arrive as another one. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0');
}

function refuse(what: string): never {
  throw new ProcessError('PROCESS_INVALID_OPTIONS', what);
}

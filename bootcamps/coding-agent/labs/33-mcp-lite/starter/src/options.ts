import { McpClientError } from './errors.ts';
import { isObject } from './message.ts';

/** How to start one server and how long to wait for it. Only `executable` is required. */
export interface McpClientOptions {
  /** A program, never a shell line: no shell reads it. */
  readonly executable: string;
  /** Each entry arrives as one argument, whatever characters are in it. */
  readonly args?: readonly string[];
  /** Default: the working directory of this process. */
  readonly cwd?: string;
  /** Variables the server gets on top of the allowlist in environment.ts. */
  readonly env?: Readonly<Record<string, string>>;
  /** Deadline of a request that brings none of its own. Default 30 000. */
  readonly requestTimeoutMs?: number;
  /** Longest line that is accepted from the server. Default 4 MiB. */
  readonly maxLineBytes?: number;
  /** How long close() waits at each step before the next, harder one. Default 1 000. */
  readonly graceMs?: number;
  /** Called for each notification of the server. What it throws, or rejects with later, is dropped. Nobody waits for it. */
  readonly onNotification?: (method: string, params: unknown) => unknown;
}

/** Options of one request. */
export interface RequestOptions {
  /** The caller's; the client only takes its own listener away again. */
  readonly signal?: AbortSignal;
  /** A whole number from 1 to 2 147 483 647. Default: `requestTimeoutMs` of the client. */
  readonly timeoutMs?: number;
}

export type ResolvedOptions = Required<Omit<McpClientOptions, 'cwd' | 'onNotification'>> &
  Pick<McpClientOptions, 'cwd' | 'onNotification'>;

/** setTimeout takes a signed 32-bit number; anything above fires at once. */
const MAX_TIMER_MS = 2_147_483_647;

/**
 * Fills in the defaults.
 *
 * @throws McpClientError `MCP_INVALID_CONFIG` naming the option that cannot be used.
 *
 * Grown-up twin: packages/extensions/src/client/client-options.ts and stdio/stdio-options.ts
 */
export function resolveOptions(options: McpClientOptions): ResolvedOptions {
  const resolved = {
    args: [],
    env: {},
    requestTimeoutMs: 30_000,
    maxLineBytes: 4 * 1024 * 1024,
    graceMs: 1_000,
    ...options,
  };
  // Types vanish at run time, and options often come from a JSON file: look at the values.
  if (!isText(resolved.executable) || resolved.executable === '') refuse('executable must be a non-empty string');
  if (!Array.isArray(resolved.args) || !resolved.args.every(isText)) refuse('args must be an array of strings');
  if (resolved.cwd !== undefined && !isText(resolved.cwd)) refuse('cwd must be a string');
  if (!isObject(resolved.env) || !Object.values(resolved.env).every(isText)) refuse('env must hold strings');
  for (const name of ['requestTimeoutMs', 'maxLineBytes', 'graceMs'] as const) {
    if (!isTimerRange(resolved[name])) refuse(`${name} must be a whole number from 1 to ${MAX_TIMER_MS}`);
  }
  return resolved;
}

/** True for a number of milliseconds that a timer can hold. */
export function isTimerRange(value: number): boolean {
  return Number.isInteger(value) && value > 0 && value <= MAX_TIMER_MS;
}

/** The operating system ends a string at NUL, so a text with NUL would arrive as another one. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0');
}

function refuse(what: string): never {
  throw new McpClientError('MCP_INVALID_CONFIG', what);
}

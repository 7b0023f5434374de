import { isAbsolute } from 'node:path';
import { isTimerMs, maxTimerMs } from '../base/deadline.ts';
import { McpClientError } from '../errors.ts';
import type { ProcessEvent } from '../rpc/process-event.ts';
import { defaultGraces, type Graces } from './shutdown.ts';

/** How to start a server and how to end it. */
export interface StdioOptions {
  /** A program, by path or by a name on PATH. Never a shell's command line. */
  readonly executable: string;
  readonly args?: readonly string[] | undefined;
  /** Absolute. Default: the host's working directory when the options were given. It is not a sandbox. */
  readonly cwd?: string | undefined;
  /** Variables to set; null or undefined takes one away. */
  readonly env?: Readonly<Record<string, string | null | undefined>> | undefined;
  /** Names of the host's variables that the server may see beside the list of `serverEnvironment`. */
  readonly inheritEnv?: readonly string[] | undefined;
  /**
   * Another account of the operating system to start it as, without other groups. Only root may do that; not on Windows.
   * Default: the host's.
   */
  readonly account?: Account | undefined;
  /** How long each step of the shutdown may take. */
  readonly graces?: { readonly [Step in keyof Graces]?: Graces[Step] | undefined } | undefined;
  /** End the server also when the host is killed and cannot do so itself (C-33). Default true. */
  readonly endWithHost?: boolean | undefined;
}

/** An account of the operating system, in numbers. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Bounds of what is kept of a server's output; bytes, but for the count. Their defaults are the client's. */
export interface StdioLimits {
  /** One line of stdout; a longer one ends the connection. 256 MiB at most. */
  readonly maxLineBytes: number;
  /** What is kept of stderr. 64 MiB at most. */
  readonly maxStderrBytes: number;
  /** Objects, arrays and members in one message (a count). */
  readonly maxMessageValues: number;
}

/** The options with every default filled in, and copied: what the caller does to its objects later changes nothing. */
export interface ResolvedStdioOptions extends StdioLimits {
  readonly executable: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | null | undefined>>;
  readonly inheritEnv: readonly string[];
  readonly account: Account | undefined;
  readonly graces: Graces;
  readonly endWithHost: boolean;
  /** Who watches the process. Must not throw. */
  readonly onProcess?: ((event: ProcessEvent) => void) | undefined;
  /** Who reads along what the server writes: each line as it came. Must not throw. */
  readonly onLine?: ((line: string, bytes: number) => void) | undefined;
}

/** A line becomes a text, and V8 has none longer than 512 MiB; the tail of stderr is copied and searched when it is asked for. */
const largestLimits: StdioLimits = {
  maxLineBytes: 256 * 1024 * 1024,
  maxStderrBytes: 64 * 1024 * 1024,
  maxMessageValues: Number.MAX_SAFE_INTEGER,
};

/**
 * Fills in the defaults and checks everything, without a look at the system (C-01, C-03).
 *
 * @throws McpClientError `MCP_INVALID_CONFIG`, naming the option and what it should be
 */
export function resolveStdioOptions(options: StdioOptions, limits: StdioLimits): ResolvedStdioOptions {
  const { executable, args = [], cwd = hostFolder(), env = {}, inheritEnv = [], endWithHost = true } = options;
  if (executable === undefined) {
    throw invalid('executable', 'is missing: the program to start, which configurations call command');
  }
  if (!isText(executable) || executable === '') throw invalid('executable', 'should be a non-empty string without NUL');
  requireTexts('args', args);
  requireTexts('inheritEnv', inheritEnv);
  if (!inheritEnv.every(isVariableName)) throw invalid('inheritEnv', 'should have names without =');
  if (!isText(cwd) || !isAbsolute(cwd)) throw invalid('cwd', 'should be an absolute path');
  if (!isRecord(env)) throw invalid('env', 'should be an object of strings');
  for (const [name, value] of Object.entries(env)) {
    // The value is not named: it may be a secret.
    if (!isText(name) || !isVariableName(name)) throw invalid('env', 'should have names without NUL and =');
    if (value !== null && value !== undefined && !isText(value)) {
      throw invalid(`env.${name}`, 'should be a string without NUL, or null to take it away');
    }
  }
  if (typeof endWithHost !== 'boolean') throw invalid('endWithHost', 'should be true or false');
  for (const name of ['maxLineBytes', 'maxStderrBytes', 'maxMessageValues'] as const) {
    const [value, largest] = [limits[name], largestLimits[name]];
    if (!Number.isSafeInteger(value) || value < 1 || value > largest) {
      throw invalid(name, `should be a whole number from 1 to ${largest}`);
    }
  }
  return {
    executable,
    args: [...args],
    cwd,
    env: { ...env },
    inheritEnv: [...inheritEnv],
    account: resolveAccount(options.account),
    graces: resolveGraces(options.graces),
    endWithHost,
    maxLineBytes: limits.maxLineBytes,
    maxStderrBytes: limits.maxStderrBytes,
    maxMessageValues: limits.maxMessageValues,
  };
}

/** The largest number of an account: the one after it means "leave it as it is". */
const maxAccountId = 2 ** 32 - 2;

function resolveAccount(given: Account | undefined): Account | undefined {
  if (given === undefined) return undefined;
  if (process.platform === 'win32') throw invalid('account', 'is not for Windows');
  if (!isRecord(given)) throw invalid('account', 'should be an object with uid and gid');
  const { uid, gid } = given;
  for (const [name, id] of Object.entries({ uid, gid })) {
    if (!Number.isInteger(id) || id < 0 || id > maxAccountId) {
      throw invalid(`account.${name}`, `should be a whole number from 0 to ${maxAccountId}`);
    }
  }
  return { uid, gid };
}

function resolveGraces(given: StdioOptions['graces'] = {}): Graces {
  if (!isRecord(given)) throw invalid('graces', 'should be an object');
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(defaultGraces, name));
  if (unknown !== undefined)
    throw invalid(`graces.${unknown}`, 'does not exist; there are stdinMs, terminateMs, killMs');
  const graces = {
    stdinMs: given.stdinMs ?? defaultGraces.stdinMs,
    terminateMs: given.terminateMs ?? defaultGraces.terminateMs,
    killMs: given.killMs ?? defaultGraces.killMs,
  };
  for (const [name, value] of Object.entries(graces)) {
    if (!isTimerMs(value)) throw invalid(`graces.${name}`, `should be whole milliseconds from 1 to ${maxTimerMs}`);
  }
  return graces;
}

/** The host's working directory, which may have been deleted. */
function hostFolder(): string {
  try {
    return process.cwd();
  } catch {
    throw invalid('cwd', 'is needed: the working directory of the host does not exist any more');
  }
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function requireTexts(option: string, texts: unknown): void {
  if (!Array.isArray(texts) || !texts.every(isText)) throw invalid(option, 'should be an array of strings without NUL');
}

function isVariableName(name: string): boolean {
  return name !== '' && !name.includes('=');
}

/** A NUL ends every text in a system call: what follows it would be lost in silence. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0');
}

function invalid(option: string, what: string): McpClientError {
  return new McpClientError('MCP_INVALID_CONFIG', `${option} ${what}`);
}

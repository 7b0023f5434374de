import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { McpClientError } from '../errors.ts';
import type { Account } from '../stdio/stdio-options.ts';
import { bubblewrapArguments } from './bubblewrap.ts';
import { findLauncher, type FoundExecutable } from './find-executable.ts';
import { homeFolder } from '../stdio/home-folder.ts';
import { keepApart, type ApartEnvironment } from './launcher-environment.ts';
import { programFolders } from './sandbox-mounts.ts';
import type { ResourceLimits, SandboxConfig, ServerConfig } from './server-config.ts';

/** The server's own command line, after the variables were put in. */
export interface SandboxedLaunch {
  /** For bubblewrap absolute: `ServerIdentity.executable`. */
  readonly executable: string;
  readonly args: readonly string[];
  /** Absolute. */
  readonly cwd: string;
}

/** Finds a launcher by its name or path. */
export type FindLauncher = (name: string) => FoundExecutable;

export interface SandboxContext {
  /** What the server will see. */
  readonly env: Readonly<Record<string, string>>;
  /** The host's own environment. Default: `process.env`, which is only read. */
  readonly host?: Readonly<Record<string, string | undefined>>;
  /** Default: that of the host's user. */
  readonly home?: string;
  /** Finds `bwrap`, `prlimit` and the launcher of a template. Default: on the host's PATH, never on the server's. */
  readonly findLauncher?: FindLauncher;
  readonly platform?: NodeJS.Platform;
}

/** What to start instead of the server: an argument list, never a shell's line. */
export interface SandboxedCommand {
  readonly executable: string;
  readonly args: readonly string[];
  /** Where the launcher is started: it sees the same folders as the host. */
  readonly cwd: string;
  /** The launcher's environment, in place of `StdioOptions.env`. Undefined: that is the same. */
  readonly env?: Readonly<Record<string, string | null>>;
  /** Whom to start it as; `StdioOptions.account`. */
  readonly account?: Account;
}

/**
 * The command line of a server behind what its configuration puts before it (M-09); the one that was given when that is
 * nothing. What was asked for and cannot be had is an error: a server is never started with less around it.
 *
 * @throws McpClientError `MCP_INVALID_CONFIG` for a template without its placeholders, a folder that does not exist, a
 *   platform that has no such thing; `MCP_SPAWN_FAILED` (`errno`) when the launcher is not installed
 */
export function sandboxed(config: ServerConfig, launch: SandboxedLaunch, context: SandboxContext): SandboxedCommand {
  const { sandbox, name } = config;
  if (sandbox === undefined || config.server.kind === 'http') return launch;
  const { platform = process.platform, findLauncher: find = (program) => findLauncher(program) } = context;
  const at: Place = { serverName: name, platform, find };
  const account = sandbox.account === undefined ? {} : { account: checkedAccount(sandbox.account, at) };
  const limits = limitFlags(sandbox.limits, at);
  if (sandbox.kind === 'plain' && limits.length === 0) return { ...launch, ...account };
  const { launcher: env, behind } = keepApart(context.env, context.host ?? process.env);
  const inner = behindLauncher(sandbox, launch, { ...context, behind }, at);
  return { ...behindLimits(limits, inner, at), ...account, ...(env === undefined ? {} : { env }) };
}

interface Place {
  readonly serverName: string;
  readonly platform: NodeJS.Platform;
  readonly find: FindLauncher;
}

interface InnerContext extends SandboxContext {
  /** Variables for the server that are not for its launcher. */
  readonly behind: ApartEnvironment['behind'];
}

function behindLauncher(
  sandbox: SandboxConfig,
  launch: SandboxedLaunch,
  context: InnerContext,
  at: Place,
): SandboxedLaunch {
  switch (sandbox.kind) {
    case 'plain':
      return withVariables(launch, context.behind, at);
    case 'template':
      return fromTemplate(sandbox.command, withVariables(launch, context.behind, at), at);
    case 'bubblewrap':
      return inBubblewrap(sandbox, launch, context, at);
    default:
      return sandbox satisfies never;
  }
}

function inBubblewrap(
  { readOnly, writable, network }: Extract<SandboxConfig, { kind: 'bubblewrap' }>,
  launch: SandboxedLaunch,
  { env, behind, home = homeFolder() }: InnerContext,
  at: Place,
): SandboxedLaunch {
  if (at.platform !== 'linux') {
    throw invalid(at, `sandbox: bubblewrap is for Linux, and this is ${at.platform}; use a launcher by template`);
  }
  for (const path of [...readOnly, ...writable]) {
    if (!isAbsolute(path)) throw invalid(at, `sandbox: the folder ${path} is not absolute`);
    if (!existsSync(path)) throw invalid(at, `sandbox: the folder ${path} does not exist`);
  }
  const { executable, args, cwd } = launch;
  if (!isAbsolute(executable)) throw invalid(at, `sandbox: the executable ${executable} is not absolute`);
  const programs = programFolders({ executable, args, cwd, home });
  const mounts = { readOnly: [...programs, ...readOnly], writable, network };
  const bwrap = bubblewrapArguments({ ...mounts, cwd, env, variables: behind, executable, args });
  return { executable: launcher('bwrap', at), args: bwrap, cwd };
}

/** Which argument of a template stands for what. */
const placeholders = ['{executable}', '{args}', '{cwd}'];

function fromTemplate(command: readonly string[], launch: SandboxedLaunch, at: Place): SandboxedLaunch {
  const [program, ...words] = command;
  if (program === undefined || program === '') throw invalid(at, 'sandbox.command is empty: it begins with a launcher');
  const part = command.find((word) => !placeholders.includes(word) && /\{(?:executable|args|cwd)\}/.test(word));
  if (part !== undefined || placeholders.includes(program)) {
    throw invalid(
      at,
      `sandbox.command: ${part ?? program} cannot be put in there: a placeholder is an argument of its own`,
    );
  }
  for (const needed of ['{executable}', '{args}']) {
    const count = words.filter((word) => word === needed).length;
    if (count !== 1) throw invalid(at, `sandbox.command holds ${needed} once, and not ${count} times`);
  }
  const { executable, args, cwd } = launch;
  const filled = words.flatMap((word) =>
    word === '{executable}' ? [executable] : word === '{args}' ? args : word === '{cwd}' ? [cwd] : [word],
  );
  return { executable: launcher(program, at), args: filled, cwd };
}

/** Puts variables in behind a launcher, by the program `env`. */
function withVariables(launch: SandboxedLaunch, variables: ApartEnvironment['behind'], at: Place): SandboxedLaunch {
  const set = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  if (set.length === 0) return launch;
  const { executable, args, cwd } = launch;
  if (executable.includes('=')) {
    throw invalid(
      at,
      `sandbox: ${executable} has a = in its name, so that ${Object.keys(variables).join(', ')} cannot be set`,
    );
  }
  return { executable: launcher('env', at), args: [...set, executable, ...args], cwd };
}

/** What is set of the limits, as `prlimit` takes it. */
function limitFlags(limits: ResourceLimits = {}, at: Place): string[] {
  const flags = [
    ['--nproc', 'maxProcesses'],
    // Not the address space: a JavaScript engine reserves gigabytes of that, and uses few of them.
    ['--data', 'maxMemoryBytes'],
    ['--cpu', 'maxCpuSeconds'],
    ['--nofile', 'maxOpenFiles'],
  ] as const;
  return flags.flatMap(([flag, name]) => {
    const value = limits[name];
    if (value === undefined) return [];
    if (at.platform !== 'linux') throw invalid(at, `sandbox.limits are for Linux, and this is ${at.platform}`);
    if (!Number.isSafeInteger(value) || value < 1) throw invalid(at, `sandbox.limits.${name} is a whole number from 1`);
    return [`${flag}=${value}:${value}`];
  });
}

/** `prlimit` sets the limits of itself and becomes what stands behind it: everything inside has them. */
function behindLimits(flags: readonly string[], launch: SandboxedLaunch, at: Place): SandboxedLaunch {
  const { executable, args, cwd } = launch;
  if (flags.length === 0) return launch;
  return { executable: launcher('prlimit', at), args: [...flags, '--', executable, ...args], cwd };
}

function checkedAccount(account: Account, at: Place): Account {
  if (at.platform !== 'win32') return account;
  throw invalid(at, 'sandbox.account: Windows starts no process as another account here');
}

function launcher(name: string, { serverName, find }: Place): string {
  const found = find(name);
  if (found.kind === 'found') return found.path;
  const advice = name === 'bwrap' ? ' (the package is called bubblewrap)' : '';
  const message = `the server is not started without its sandbox: ${found.why}${advice}`;
  throw new McpClientError('MCP_SPAWN_FAILED', message, { serverName, errno: found.errno });
}

function invalid({ serverName }: Place, what: string): McpClientError {
  return new McpClientError('MCP_INVALID_CONFIG', what, { serverName });
}

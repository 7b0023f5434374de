import { accessSync } from 'node:fs';
import { resolve } from 'node:path';
import { McpClientError, readConfigFiles, type ServerConfig } from '@coding-agent/extensions';
import { CliError } from '../cli-error.ts';
import type { Backend } from '../execute.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Host } from '../host.ts';
import type { AdHocServer } from './ad-hoc-server.ts';
import { candidatesOf, type Candidate } from './config-search.ts';
import { configuredServer } from './configured-server.ts';
import { foldersOf } from './folders.ts';
import { ManagerSession } from './manager-session.ts';
import { privateFiles } from './private-files.ts';
import { requireGiven } from './require-given.ts';
import { traceFiles } from './trace-files.ts';
import type { ConfigFile, SessionOptions, Workspace } from './workspace.ts';

/** The commands on the library: configuration, trust and manager. */
export const libraryBackend: Backend = {
  openWorkspace,
  openCommand,
  openFiles: privateFiles,
  openTraces: traceFiles,
};

async function openWorkspace(host: Host, named: readonly string[]): Promise<Workspace> {
  const { platform, env, home, cwd } = host;
  const candidates = candidatesOf({ platform, env, home, cwd, named });
  const files = candidates.map((candidate): ConfigFile => ({ ...candidate, exists: exists(candidate.path) }));
  const empty = { files, servers: [], problems: [], decisions: [] };
  const missing = files.find(({ kind, exists }) => kind === 'named' && !exists);
  if (missing !== undefined) return failed(host, { ...empty, failure: noSuchFile(missing.path) });
  try {
    const paths = candidates.map(({ path }) => path);
    const { servers, problems, diagnostics } = await readConfigFiles(paths, { platform, workspaceFolder: cwd });
    const isTrusted = (config: ServerConfig): boolean => isOwn(config, candidates);
    return {
      files,
      servers: servers.map((config) => configuredServer(config, !isTrusted(config), diagnostics)),
      problems,
      decisions: diagnostics,
      openSession: (options) => new ManagerSession({ host, servers, isTrusted, ...options, folders: foldersOf(host) }),
    };
  } catch (error) {
    if (!(error instanceof McpClientError)) throw error;
    return failed(host, { ...empty, failure: error });
  }
}

function openCommand(host: Host, given: AdHocServer): Workspace {
  requireGiven(given, host.env);
  const { name, era = 'auto' } = given;
  const cwd = 'url' in given ? undefined : given.cwd;
  const config: ServerConfig = {
    name,
    // A dialect without variables: the shell has put them in already, and what it gave is meant as it is.
    source: { pointer: '', dialect: 'claude-desktop', folder: cwd === undefined ? host.cwd : resolve(host.cwd, cwd) },
    server: adHocServer(given),
    isEnabled: true,
    isRequired: false,
    start: 'lazy',
    era,
    timeouts: {},
    tools: { exclude: [] },
    toolPermissions: {},
    wishes: [],
  };
  const servers = [config];
  return {
    files: [],
    servers: [configuredServer(config, false, [])],
    problems: [],
    decisions: [],
    openSession: (options) =>
      new ManagerSession({ host, servers, isTrusted: () => true, ...options, folders: undefined }),
  };
}

function adHocServer(given: AdHocServer): ServerConfig['server'] {
  if (!('url' in given)) {
    const [executable = '', ...args] = given.command;
    return { kind: 'stdio', executable, args, env: given.env, inheritEnv: given.inheritEnv };
  }
  const { url, headers, bearerTokenEnv, allowInsecure } = given;
  const token = bearerTokenEnv === undefined ? {} : { bearerTokenEnv };
  return { kind: 'http', url, headers, headersFromEnv: {}, ...token, allowInsecure };
}

/** A session without servers: the quarantine can be looked at all the same. */
function failed(host: Host, workspace: Omit<Workspace, 'openSession'>): Workspace {
  const openSession = (options: SessionOptions): ManagerSession =>
    new ManagerSession({ host, servers: [], isTrusted: () => false, ...options, folders: foldersOf(host) });
  return { ...workspace, openSession };
}

/** A server of the user's own file. */
function isOwn({ source }: ServerConfig, candidates: readonly Candidate[]): boolean {
  return candidates.some(({ path, kind }) => kind === 'user' && path === source.file);
}

function exists(path: string): boolean {
  try {
    accessSync(path);
    return true;
  } catch {
    return false;
  }
}

function noSuchFile(path: string): CliError {
  return new CliError('CLI_NO_CONFIG', `${path} does not exist, or may not be read`, {
    next: 'look at the path that --config names',
    exitCode: exitCodes.configuration,
  });
}

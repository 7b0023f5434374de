import { randomBytes } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { McpClientError } from '../errors.ts';
import { serverEnvironment } from '../stdio/environment.ts';
import { redact } from '../base/redact.ts';
import { canonicalJson } from '../wire/canonical-json.ts';
import { configurationParts, keyedBy, sha256, type Keyed } from './configuration-parts.ts';
import { FileDigests } from './file-digests.ts';
import { findExecutable } from './find-executable.ts';
import { homeFolder } from '../stdio/home-folder.ts';
import type { IdentityPart, PlannedLaunch } from './identity-part.ts';
import { packageParts, scriptParts } from './program-parts.ts';
import type { ServerConfig, StdioServer } from './server-config.ts';

export type { IdentityPart, PlannedLaunch } from './identity-part.ts';

/** What a server is: how it is configured, and which bytes that starts. Equal hashes: nothing of it has changed. */
export interface ServerIdentity {
  /** SHA-256 of all parts. The name of the server is none of them. */
  readonly hash: string;
  readonly parts: readonly IdentityPart[];
  /** The file that is started: absolute, perhaps a symbolic link. Undefined for a server that is reached by HTTP. */
  readonly executable?: string;
  /** Of a server that is reached: scheme, host and port. */
  readonly origin?: string;
}

export interface IdentityContext {
  /** Default: the configuration as it is written, with the host's environment. */
  readonly launch?: PlannedLaunch;
  /** Where a server is reached, after the variables were put in. Default: as it is written. */
  readonly url?: string;
  /** Values that count, by name: what variables, the env file and the broker put in. Not what changes by itself. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** Names of the variables that the env file sets. What they hold is not looked at: tokens are exchanged. */
  readonly fileVariables?: readonly string[];
  /** Values that stand in no part: paths, and names of packages, may be made of them. */
  readonly hidden?: readonly string[];
  /** Of the digests of secrets: `ApprovalStore.key`. Default: one of this process, so that no other can compare. */
  readonly key?: Uint8Array;
  /** Remembers digests, so that a second look is cheap. Default: nothing is remembered. */
  readonly digests?: FileDigests;
  readonly signal?: AbortSignal;
}

const processKey = randomBytes(32);

/**
 * Finds out what a server is, without running anything of it (M-03): the configuration as it was written, the bytes of the
 * executable, of the scripts that its interpreter is told to run, and of the package that `npx` and its like would run, as
 * far as it is on this machine. What these load in turn is not looked at.
 *
 * Approvals and quarantine are of this identity, not of the name (CVE-2025-54136, gridctl/gridctl#287: trust by name
 * survives a change of everything behind it). Between this look and the start a file may still be replaced: start
 * `executable`, and soon.
 *
 * @throws McpClientError `MCP_SPAWN_FAILED` (`errno`) when there is no such program, or it is a directory, a FIFO or a
 *   device; `MCP_INVALID_CONFIG` when the executable is not the pinned one (both digests are named)
 */
export async function identify(config: ServerConfig, context: IdentityContext): Promise<ServerIdentity> {
  const keyed = keyedBy(context.key ?? processKey);
  const parts = [
    ...configurationParts(config, keyed),
    ...fileVariableParts(context.fileVariables ?? []),
    ...secretParts(context.secrets ?? {}, keyed),
  ];
  const { server, name: serverName, digest: pinned } = config;
  const { signal, hidden = [] } = context;
  const shown = (text: string): string => redact(text, { values: hidden, truncated: false });
  if (server.kind === 'http') {
    if (pinned !== undefined) throw invalid(serverName, 'a digest can be pinned of a server that is started only');
    return reachedIdentity(parts, server.url, shown(context.url ?? server.url));
  }
  const launch = context.launch ?? plainLaunch(config, server);
  const digests = context.digests ?? new FileDigests();
  const refuse = (why: string, errno: string): McpClientError => cannotStart(serverName, shown(why), errno);
  const executable = await executablePart(launch, digests, refuse, signal);
  const { digest } = executable.part;
  if (pinned !== undefined && digest !== pinned.toLowerCase()) {
    const what = `${shown(executable.part.what)} is not the pinned executable: its SHA-256 is ${digest}, and ${pinned} is pinned`;
    throw invalid(serverName, `${what}. Find out what replaced it; pin the new digest if that is right`);
  }
  const programs = await Promise.all([
    scriptParts(launch, digests, signal),
    packageParts(launch, digests, { home: launch.env['HOME'] ?? homeFolder(), signal }),
  ]);
  // What a token was put into (`git+https://${TOKEN}@…`) is told without it, and a new token is no other server.
  const all = [...parts, executable.part, ...programs.flat()].map((part) => shownPart(part, shown));
  return identityOf(all, executable.path);
}

/**
 * Of a server that is reached nobody sees the program: it is where it is. What variables make of the address counts, but for
 * its query, where tokens are.
 */
function reachedIdentity(parts: readonly IdentityPart[], written: string, url: string): ServerIdentity {
  const place = URL.canParse(url) ? new URL(url) : undefined;
  const text = canonicalJson(place === undefined ? url : `${place.origin}${place.pathname}`);
  const address: IdentityPart = { name: 'configuration', what: 'address', digest: sha256(text), text };
  const identity = identityOf(url === written ? parts : [...parts, address]);
  return place === undefined ? identity : { ...identity, origin: place.origin };
}

function identityOf(parts: readonly IdentityPart[], executable?: string): ServerIdentity {
  const sorted = parts.toSorted((a, b) => compare(a.name, b.name) || compare(a.what, b.what));
  const hash = sha256(canonicalJson(sorted.map(({ name, what, digest }) => [name, what, digest])));
  return { hash, parts: sorted, ...(executable === undefined ? {} : { executable }) };
}

function fileVariableParts(names: readonly string[]): IdentityPart[] {
  if (names.length === 0) return [];
  const text = canonicalJson(names.toSorted());
  return [{ name: 'configuration', what: 'envFile.variables', digest: sha256(text), text }];
}

function secretParts(secrets: Readonly<Record<string, string>>, keyed: Keyed): IdentityPart[] {
  return Object.entries(secrets).map(([what, value]) => ({
    name: 'secrets',
    what,
    digest: keyed(`secrets.${what}`, value),
  }));
}

async function executablePart(
  { executable, cwd, env }: PlannedLaunch,
  digests: FileDigests,
  refuse: (why: string, errno: string) => McpClientError,
  signal: AbortSignal | undefined,
): Promise<{ readonly path: string; readonly part: IdentityPart }> {
  const found = findExecutable({ executable, cwd, env });
  if (found.kind === 'not-found') throw refuse(found.why, found.errno);
  const { path } = found;
  const target = await realpath(path).catch(() => path);
  const result = await digests.of(target, signal);
  if ('problem' in result) throw refuse(result.problem, 'EACCES');
  const what = target === path ? path : `${path} → ${target}`;
  return { path, part: { name: 'executable', what, digest: result.digest } };
}

/** Of the configuration and of secrets nothing is to be hidden any more. */
function shownPart(part: IdentityPart, shown: (text: string) => string): IdentityPart {
  if (part.name === 'configuration' || part.name === 'secrets') return part;
  const { what, text } = part;
  return { ...part, what: shown(what), ...(text === undefined ? {} : { text: shown(text) }) };
}

function plainLaunch({ source }: ServerConfig, server: StdioServer): PlannedLaunch {
  const { executable, args, inheritEnv, env } = server;
  const cwd = server.cwd === undefined ? source.folder : resolve(source.folder, server.cwd);
  const { platform, env: host } = process;
  return { executable, args, cwd, env: serverEnvironment({ platform, host, inheritEnv, env }) };
}

function cannotStart(serverName: string, why: string, errno: string): McpClientError {
  return new McpClientError('MCP_SPAWN_FAILED', `the server could not be started: ${why}`, { serverName, errno });
}

function invalid(serverName: string, what: string): McpClientError {
  return new McpClientError('MCP_INVALID_CONFIG', what, { serverName });
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

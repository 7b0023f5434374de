import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, type CommandEnd } from '../run-command.ts';
import { isNewEnough, nodePackageFor, oldestMajor, type NodePackage } from './platforms.ts';

export type FoundNode =
  | { readonly ok: true; readonly path: string; readonly version: string }
  /** `wasNamed`: somebody said which one to use. That it is no good is never a reason to skip. */
  | { readonly ok: false; readonly why: string; readonly wasNamed: boolean };

export interface FindNodeOptions {
  /** `CONFORMANCE_NODE`. */
  readonly named: string | undefined;
  readonly running: { readonly path: string; readonly version: string };
  readonly platform: string;
  readonly arch: string;
  /** Where a fetched one is kept for the next run. */
  readonly cache: string;
  readonly say: (text: string) => void;
  readonly signal?: AbortSignal;
}

const fetchLimitMs = 180_000;

/** A Node that the suite can run on: the named one, the running one, or one that npm brings. */
export async function findNode(options: FindNodeOptions): Promise<FoundNode> {
  const { named, running, platform, arch } = options;
  if (named !== undefined && named !== '') {
    const tried = await tryNode(named, options.signal);
    return tried.ok ? tried : { ok: false, why: `CONFORMANCE_NODE: ${tried.why}`, wasNamed: true };
  }
  if (isNewEnough(running.version)) return { ok: true, ...running };
  const wanted = nodePackageFor(platform, arch);
  const tried =
    wanted === undefined
      ? failure(`no package of Node is known for ${platform} ${arch}`)
      : await fetched(wanted, options);
  return tried.ok ? tried : failure(`this is Node ${running.version}, the suite needs ${oldestMajor}; ${tried.why}`);
}

async function fetched(wanted: NodePackage, options: FindNodeOptions): Promise<FoundNode> {
  const { name, version, file } = wanted;
  const { cache, say, signal } = options;
  const folder = join(cache, `${name}-${version}`);
  const path = join(folder, 'node_modules', name, file);
  if (existsSync(path)) return tryNode(path, signal);
  say(`fetching ${name} ${version} with npm, for the suite alone`);
  let temporary: string | undefined;
  try {
    mkdirSync(cache, { recursive: true });
    temporary = mkdtempSync(join(cache, 'fetching-'));
    const quiet = ['--no-fund', '--no-audit', '--no-save', '--no-package-lock', '--ignore-scripts'];
    const end = await runCommand({
      executable: 'npm',
      // The folder is where npm runs, not an argument: on Windows npm needs a shell, and a path may hold spaces.
      args: ['install', '--prefix', '.', ...quiet, '--fetch-retries', '1', `${name}@${version}`],
      cwd: temporary,
      shell: process.platform === 'win32',
      timeoutMs: fetchLimitMs,
      signal,
    });
    if (end.code !== 0) return failure(`npm did not bring ${name} ${version}: ${lastLine(end.stopped, end.stderr)}`);
    // Another run may have been faster; then its copy stays.
    if (!existsSync(path)) renameSync(temporary, folder);
    return await tryNode(path, signal);
  } catch (error) {
    return failure(`${name} ${version} could not be kept: ${String(error)}`);
  } finally {
    if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true });
  }
}

async function tryNode(path: string, signal?: AbortSignal): Promise<FoundNode> {
  const end = await runCommand({ executable: path, args: ['--version'], timeoutMs: 20_000, signal });
  const version = end.stdout.trimStart().split('\n')[0] ?? '';
  if (end.code !== 0) return failure(`${path} does not run: ${lastLine(end.stopped, end.stderr)}`);
  if (!isNewEnough(version)) return failure(`${path} is ${version || 'no Node'}, the suite needs ${oldestMajor}`);
  return { ok: true, path, version };
}

function lastLine(stopped: CommandEnd['stopped'], stderr: string): string {
  if (stopped !== undefined) return stopped instanceof Error ? stopped.message : stopped;
  const lines = stderr.split('\n').map((line) => line.trim());
  return lines.find((line) => /\berr/i.test(line)) ?? lines.findLast((line) => line !== '') ?? 'it said nothing';
}

function failure(why: string): Extract<FoundNode, { ok: false }> {
  return { ok: false, why, wasNamed: false };
}

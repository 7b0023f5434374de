import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { FileDigests } from './file-digests.ts';
import type { IdentityPart, PlannedLaunch } from './identity-part.ts';
import { findInstalled, type InstalledPackage } from './installed-package.ts';
import { scriptsOf } from './interpreter-script.ts';
import { runnerOf, type PackageRequest, type RunnerCall } from './package-runner.ts';

/** What an interpreter is told to run: the bytes of its script and of what it loads before that. */
export async function scriptParts(
  { executable, args, cwd }: PlannedLaunch,
  digests: FileDigests,
  signal: AbortSignal | undefined,
): Promise<IdentityPart[]> {
  // `npx tsx server.ts`: the package is an interpreter.
  const call = runnerOf(executable, args);
  const program = call?.command ?? call?.packages[0]?.name ?? executable;
  const parts = scriptsOf(program, call?.args ?? args).map(async (use) =>
    use.kind === 'module'
      ? unknownPart('script', `module ${use.name}`, 'which file that is, only the interpreter knows')
      : filePart('script', scriptCandidates(resolve(cwd, use.folder ?? '', use.path)), digests, signal),
  );
  return Promise.all(parts);
}

export interface PackagePartsOptions {
  readonly home: string;
  readonly signal: AbortSignal | undefined;
}

/** What a package runner would run: the manifest and the entry file of each of its packages, as far as they are here. */
export async function packageParts(
  { executable, args, cwd, env }: PlannedLaunch,
  digests: FileDigests,
  { home, signal }: PackagePartsOptions,
): Promise<IdentityPart[]> {
  const call = runnerOf(executable, args);
  if (call === undefined) return [];
  const parts = call.packages.map(async (request) => {
    const found = await findInstalled(call, request, { cwd, env, home, platform: process.platform });
    return found === undefined ? [absentPackage(call, request)] : installedParts(call, request, found, digests, signal);
  });
  return (await Promise.all(parts)).flat();
}

async function installedParts(
  call: RunnerCall,
  request: PackageRequest,
  { manifest, entry, lockfile, version, where }: InstalledPackage,
  digests: FileDigests,
  signal: AbortSignal | undefined,
): Promise<IdentityPart[]> {
  const mayChange = request.isPinned ? '' : `; ${call.runner} may fetch another version when it is started`;
  const text = `${request.name} ${version}, from the ${where}${mayChange}`;
  const part = async (name: 'package-manifest' | 'package-entry', path: string): Promise<IdentityPart> => ({
    ...(await filePart(name, [path], digests, signal)),
    text,
  });
  const files = [
    part('package-manifest', manifest),
    ...(lockfile === undefined ? [] : [part('package-manifest', lockfile)]),
  ];
  const why = 'its manifest names no program that is in the package';
  const program = entry === undefined ? unknownPart('package-entry', request.raw, why) : part('package-entry', entry);
  return Promise.all([...files, program]);
}

function absentPackage({ runner, registry }: RunnerCall, { raw, isPinned }: PackageRequest): IdentityPart {
  const where =
    registry === 'npm' ? 'is not on this machine, or not where it can be found' : `is where ${runner} keeps it`;
  const what = isPinned ? 'one version' : 'whatever is the latest then';
  return unknownPart('package-manifest', raw, `it ${where}; ${runner} fetches ${what} when it is started`);
}

/** The first of these files that exists. */
async function filePart(
  name: IdentityPart['name'],
  candidates: readonly string[],
  digests: FileDigests,
  signal: AbortSignal | undefined,
): Promise<IdentityPart> {
  const [first = ''] = candidates;
  for (const path of candidates) {
    const stats = await stat(path).catch(() => undefined);
    if (stats === undefined || (stats.isDirectory() && path !== candidates.at(-1))) continue;
    const target = await realpath(path).catch(() => path);
    const result = await digests.of(target, signal);
    if ('problem' in result) return unknownPart(name, path, result.problem);
    return { name, what: target === path ? path : `${path} → ${target}`, digest: result.digest };
  }
  return unknownPart(name, first, 'there is no such file');
}

/** Node finds `server.js` for `server`, and `server/index.js` for a folder. */
function scriptCandidates(path: string): string[] {
  const endings = ['', '.js', '.cjs', '.mjs', '/index.js', '/index.cjs', '/index.mjs', '/__main__.py'];
  return endings.map((ending) => path + ending);
}

function unknownPart(name: IdentityPart['name'], what: string, text: string): IdentityPart {
  return { name, what, digest: 'unknown', text };
}

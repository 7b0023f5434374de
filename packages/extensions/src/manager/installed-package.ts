import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { findExecutable } from './find-executable.ts';
import type { PackageRequest, RunnerCall } from './package-runner.ts';

export interface InstalledQuery {
  /** Absolute: the server's working directory, where a runner looks for the project. */
  readonly cwd: string;
  /** The server's environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The home folder that the runner finds. */
  readonly home: string;
  readonly platform: NodeJS.Platform;
}

/** A package that is on this machine already. Paths are absolute. */
export interface InstalledPackage {
  readonly manifest: string;
  /** The file that is run; undefined when the manifest names none. */
  readonly entry?: string;
  /** What else of the same folder says which bytes belong to it. */
  readonly lockfile?: string;
  readonly version: string;
  readonly where: 'project' | 'global' | 'npx cache';
}

/** The beginning of a manifest that is a text and not too long: nothing larger is read as one. */
const maxManifestBytes = 1024 * 1024;

/**
 * Where the package of `npx` or `bunx` is, if it is there already: in `node_modules` of the project, beside the global npm,
 * or in npm's own cache for npx, in the order in which npx looks (`libnpmexec`). Runs nothing and asks no registry, so a
 * range or a tag is not resolved: found is what is there now, and npx may fetch something newer when it is started.
 *
 * Where `pnpm dlx`, `yarn dlx`, `uvx` and `pipx` keep things is their own affair: undefined.
 */
export async function findInstalled(
  call: RunnerCall,
  request: PackageRequest,
  query: InstalledQuery,
): Promise<InstalledPackage | undefined> {
  if (call.runner !== 'npx' && call.runner !== 'bunx') return undefined;
  const command = call.command ?? (call.packages[0] === request ? undefined : request.name);
  const project = await projectFolder(query.cwd);
  // A bare word is a program first, and a package only when there is no such program.
  const isWord = call.command === undefined && call.packages[0] === request && /^[\w.-]+$/.test(request.raw);
  const linked = isWord ? await linkedProgram(project, request.raw) : undefined;
  if (linked !== undefined) return linked;
  const inProject = await readPackage(join(project, 'node_modules', request.name), 'project', request, command);
  if (inProject !== undefined) return inProject;
  if (call.runner !== 'npx') return undefined;
  const globalFolder = await globalModules(query);
  const global =
    globalFolder === undefined
      ? undefined
      : await readPackage(join(globalFolder, request.name), 'global', request, command);
  if (global !== undefined) return global;
  const folder = join(await npmCache(query), '_npx', npxFolderName(call.packages.map(({ raw }) => raw)));
  const cached = await readPackage(join(folder, 'node_modules', request.name), 'npx cache', request, command);
  if (cached === undefined) return undefined;
  // It pins every package below this one, by the hash of what was fetched.
  const lockfile = join(folder, 'package-lock.json');
  return (await isFile(lockfile)) ? { ...cached, lockfile } : cached;
}

/** How npm names the folder of its cache for these packages (`libnpmexec`, since npm 7). */
export function npxFolderName(packages: readonly string[]): string {
  const text = packages.toSorted((a, b) => a.localeCompare(b, 'en')).join('\n');
  return createHash('sha512').update(text).digest('hex').slice(0, 16);
}

async function readPackage(
  folder: string,
  where: InstalledPackage['where'],
  request: PackageRequest,
  command: string | undefined,
): Promise<InstalledPackage | undefined> {
  // An address or a folder is no name below node_modules.
  if (!/^(?:@[^/]+\/)?[^/.][^/]*$/.test(request.name)) return undefined;
  const real = await realpath(folder).catch(() => undefined);
  if (real === undefined) return undefined;
  const manifest = join(real, 'package.json');
  const found = await readManifest(manifest);
  if (found === undefined) return undefined;
  const { version } = found;
  if (request.isPinned && version !== request.spec?.replace(/^[v=]+/, '')) return undefined;
  const target = entryOf(found, request.name, command);
  const entry = target === undefined ? undefined : resolve(real, target);
  const isInside = entry?.startsWith(real + sep) === true;
  return { manifest, version, where, ...(isInside && entry !== undefined ? { entry } : {}) };
}

/** What the project, or a folder above it, has linked by that name. pnpm and Windows have scripts there instead: no link. */
async function linkedProgram(project: string, name: string): Promise<InstalledPackage | undefined> {
  for (let folder = project; ; folder = dirname(folder)) {
    const entry = await realpath(join(folder, 'node_modules', '.bin', name)).catch(() => undefined);
    if (entry !== undefined && basename(dirname(entry)) !== '.bin' && (await isFile(entry))) {
      const manifest = await nearestManifest(entry);
      const found = manifest === undefined ? undefined : await readManifest(manifest);
      if (manifest !== undefined && found !== undefined) {
        return { manifest, entry, version: found.version, where: 'project' };
      }
    }
    if (dirname(folder) === folder) return undefined;
  }
}

interface Manifest {
  readonly version: string;
  readonly bin: unknown;
}

async function readManifest(path: string): Promise<Manifest | undefined> {
  try {
    const stats = await stat(path);
    if (!stats.isFile() || stats.size > maxManifestBytes) return undefined;
    const manifest: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (typeof manifest !== 'object' || manifest === null) return undefined;
    const { version, bin } = manifest as Record<string, unknown>;
    return { version: typeof version === 'string' ? version : 'without a version', bin };
  } catch {
    return undefined;
  }
}

/** The program that npx runs: the named one, the only one, or the one that is called as the package is. */
function entryOf({ bin }: Manifest, name: string, command: string | undefined): string | undefined {
  if (typeof bin === 'string') return bin;
  if (typeof bin !== 'object' || bin === null) return undefined;
  const bins = Object.entries(bin).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const targets = new Set(bins.map(([, target]) => target));
  const wanted = command ?? (targets.size === 1 ? bins[0]?.[0] : name.replace(/^@[^/]+\//, ''));
  return bins.find(([program]) => program === wanted)?.[1];
}

/** The nearest folder upwards with a manifest or with packages, as npm finds its local prefix; else the folder itself. */
async function projectFolder(cwd: string): Promise<string> {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if ((await isFile(join(folder, 'package.json'))) || (await isFolder(join(folder, 'node_modules')))) return folder;
    if (dirname(folder) === folder) return cwd;
  }
}

/** The manifest of the package that a file is of. */
async function nearestManifest(file: string): Promise<string | undefined> {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (await isFile(manifest)) return manifest;
    if (dirname(folder) === folder) return undefined;
  }
}

async function globalModules(query: InstalledQuery): Promise<string | undefined> {
  const prefix = (await npmSetting('prefix', query)) ?? (await prefixOfNode(query));
  if (prefix === undefined) return undefined;
  return query.platform === 'win32' ? join(prefix, 'node_modules') : join(prefix, 'lib', 'node_modules');
}

/** npm's default: what holds the `bin` of the node that runs it. */
async function prefixOfNode({ cwd, env, platform }: InstalledQuery): Promise<string | undefined> {
  const node = findExecutable({ executable: 'node', cwd, env, platform });
  const path = node.kind === 'found' ? await realpath(node.path).catch(() => undefined) : undefined;
  if (path === undefined) return undefined;
  return platform === 'win32' ? dirname(path) : dirname(dirname(path));
}

async function npmCache(query: InstalledQuery): Promise<string> {
  const configured = await npmSetting('cache', query);
  if (configured !== undefined) return configured;
  const local = query.env['LOCALAPPDATA'] ?? join(query.home, 'AppData', 'Local');
  return query.platform === 'win32' ? join(local, 'npm-cache') : join(query.home, '.npm');
}

/** A path that npm is configured with: by its environment, the project's `.npmrc`, or the user's. Absolute ones only. */
async function npmSetting(name: string, { cwd, env, home }: InstalledQuery): Promise<string | undefined> {
  const variable = Object.entries(env).find(([key]) => key.toLowerCase() === `npm_config_${name}`)?.[1];
  if (variable !== undefined && isAbsolute(variable)) return variable;
  const files = [join(await projectFolder(cwd), '.npmrc'), join(home, '.npmrc')];
  for (const file of files) {
    const text = await stat(file)
      .then((stats) => (stats.isFile() && stats.size <= maxManifestBytes ? readFile(file, 'utf8') : ''))
      .catch(() => '');
    for (const line of text.split(/\r?\n/)) {
      const [, key, value = ''] = /^\s*([\w-]+)\s*=\s*"?([^"]*?)"?\s*$/.exec(line) ?? [];
      const path = value.replace(/^~(?=[\\/])/, home);
      if (key === name && isAbsolute(path)) return path;
    }
  }
  return undefined;
}

function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  );
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { walkFiles } from './walk-files.ts';

/** Path relative to a variant's folder, with `/` → its text. */
export type FileMap = Map<string, string>;

/** Made by tools, not written by people; so is every folder that begins with a dot. */
const notCopied = new Set(['node_modules', 'dist', 'coverage']);

/** All source files of a variant, as text. A link counts as what it leads to: a learner's work may lie elsewhere. */
export function readVariant(folder: string): FileMap {
  const isMade = (name: string, kind: string): boolean =>
    kind === 'folder' && (notCopied.has(name) || name.startsWith('.'));
  const files = walkFiles(folder, { links: 'follow', leavesOut: isMade });
  return new Map(files.map(({ path, at }) => [path, readFileSync(at, 'utf8')]));
}

/** The files below `<folder>/src`, by paths that begin with `src/`. */
export function readSources(folder: string): FileMap {
  return overlay(new Map(), readVariant(join(folder, 'src')), 'src/');
}

/** Lays `over` on `base`; neither is changed. */
export function overlay(base: FileMap, over: FileMap, prefix = ''): FileMap {
  const files: FileMap = new Map(base);
  for (const [path, text] of over) files.set(prefix + path, text);
  return files;
}

export interface WorkCopy {
  readonly repositoryRoot: string;
  /** The variant's folder in the repository: gives the copy its place and its `node_modules`. */
  readonly home: string;
  readonly files: FileMap;
  readonly into: string;
}

/**
 * Writes a variant into `into`, at the same place below it as in the repository, so that relative references to shared
 * compiler options keep their meaning. Returns the copy's folder. Installed packages are linked, never copied.
 */
export function writeWorkCopy({ repositoryRoot, home, files, into }: WorkCopy): string {
  const folder = join(into, relative(repositoryRoot, home));
  for (const [path, text] of files) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
  symlinkSync(join(home, 'node_modules'), join(folder, 'node_modules'), 'junction');
  copyExtended(join(home, 'tsconfig.json'), files.get('tsconfig.json'), repositoryRoot, into);
  return folder;
}

/** Copies the compiler options that a tsconfig `extends`, as far up as they go inside the repository. */
function copyExtended(path: string, text: string | undefined, repositoryRoot: string, into: string): void {
  const parent = /"extends"\s*:\s*"([^"]+)"/.exec(text ?? '')?.[1];
  if (!parent?.startsWith('.')) return;
  const source = resolve(dirname(path), parent);
  const below = relative(repositoryRoot, source);
  if (below.startsWith('..') || !existsSync(source)) return;
  const target = join(into, below);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(source, target);
  copyExtended(source, readFileSync(source, 'utf8'), repositoryRoot, into);
}

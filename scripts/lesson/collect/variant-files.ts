import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** Path relative to a variant's folder, with `/` → its text. */
export type FileMap = Map<string, string>;

/** Made by tools, not written by people; so is every folder that begins with a dot. */
const notCopied = new Set(['node_modules', 'dist', 'coverage']);

/** All source files of a variant, as text. */
export function readVariant(folder: string): FileMap {
  const files: FileMap = new Map();
  const walk = (at: string): void => {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      const path = join(at, entry.name);
      // A link counts as what it leads to: a learner's work may lie elsewhere.
      const kind = entry.isSymbolicLink() ? statSync(path, { throwIfNoEntry: false }) : entry;
      if (kind?.isDirectory()) {
        if (!notCopied.has(entry.name) && !entry.name.startsWith('.')) walk(path);
      } else if (kind?.isFile()) {
        files.set(relative(folder, path).split(sep).join('/'), readFileSync(path, 'utf8'));
      }
    }
  };
  if (existsSync(folder)) walk(folder);
  return files;
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

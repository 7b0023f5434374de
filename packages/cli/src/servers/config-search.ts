import { posix, win32 } from 'node:path';
import { foldersOf, type FolderQuestion } from './folders.ts';
import type { FileKind } from './workspace.ts';

export interface SearchQuestion extends FolderQuestion {
  readonly cwd: string;
  /** Files that were named; they are the only ones then. */
  readonly named: readonly string[];
}

/** A file to read. */
export interface Candidate {
  /** Absolute. */
  readonly path: string;
  readonly kind: FileKind;
}

/** The file of a project that hosts share (Claude Code and others). */
const projectFile = '.mcp.json';

/**
 * Which files are read, in the order in which a later one wins: the user's own, then the project's; or those that were named.
 * A file is the user's own by its place, also when it is named.
 */
export function candidatesOf({ cwd, named, ...question }: SearchQuestion): readonly Candidate[] {
  const paths = question.platform === 'win32' ? win32 : posix;
  const { configFile } = foldersOf(question);
  const kindOf = (path: string, kind: FileKind): Candidate => ({ path, kind: path === configFile ? 'user' : kind });
  if (named.length > 0) return named.map((path) => kindOf(paths.resolve(cwd, path), 'named'));
  const project = paths.resolve(cwd, projectFile);
  return project === configFile ? [kindOf(project, 'user')] : [kindOf(configFile, 'user'), kindOf(project, 'project')];
}

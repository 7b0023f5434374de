import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isSystemError, systemReason } from '../../lesson/system-error.ts';
import { leadsNowhere, readProgressText } from './read-progress-text.ts';
import { formatVersion, progressSchema, type LessonProgress, type Progress } from './schema.ts';

/** Why progress cannot be read or kept; whatever lies in the file's place was left as it is. */
export class ProgressProblem extends Error {
  override readonly name = 'ProgressProblem';
  readonly kind: 'newer' | 'unreadable' | 'unwritable' | 'no-file' | 'too-large' | 'leads-nowhere';
  /** The version of a newer file, the link that leads nowhere, or what the system said. */
  readonly detail: string;

  constructor(kind: ProgressProblem['kind'], detail = '') {
    super(`progress: ${kind}, ${detail}`);
    this.kind = kind;
    this.detail = detail;
  }
}

export type ParsedProgress =
  | { readonly kind: 'ours'; readonly progress: Progress }
  /** Written by a later version of these commands, which may know more than this one would keep. */
  | { readonly kind: 'newer'; readonly formatVersion: number }
  | { readonly kind: 'damaged' };

/** The file that holds a learner's progress in all lessons. */
export function progressFile(workFolder: string): string {
  return join(workFolder, 'progress.json');
}

/** Reads a text that should be progress. */
export function parseProgress(text: string): ParsedProgress {
  let data: unknown;
  try {
    data = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return { kind: 'damaged' };
  }
  const parsed = progressSchema.safeParse(data);
  if (parsed.success) return { kind: 'ours', progress: parsed.data };
  const version = typeof data === 'object' && data !== null && 'formatVersion' in data ? data.formatVersion : undefined;
  const isNewer = typeof version === 'number' && version > formatVersion;
  return isNewer ? { kind: 'newer', formatVersion: version } : { kind: 'damaged' };
}

/**
 * Progress so far; empty at first. A damaged file (half written, edited wrongly) is set aside under another name, which
 * `onSetAside` hears. Throws `ProgressProblem`.
 */
export function loadProgress(workFolder: string, onSetAside: (copy: string) => void = () => {}): Progress {
  const file = progressFile(workFolder);
  for (const link of [workFolder, file]) if (leadsNowhere(link)) throw new ProgressProblem('leads-nowhere', link);
  const text = textOf(file);
  if (text === undefined) return { formatVersion, lessons: {} };
  const parsed = parseProgress(text);
  if (parsed.kind === 'ours') return parsed.progress;
  if (parsed.kind === 'newer') throw new ProgressProblem('newer', String(parsed.formatVersion));
  const copy = setAside(file, text);
  // Another command was faster: what it left there counts.
  if (copy === undefined) return loadProgress(workFolder, onSetAside);
  onSetAside(copy);
  return { formatVersion, lessons: {} };
}

/** `undefined`: there is no such file. */
function textOf(file: string): string | undefined {
  const read = readProgressText(file);
  if (read.kind === 'text') return read.text;
  if (read.kind === 'none') return undefined;
  throw new ProgressProblem(read.kind, read.kind === 'unreadable' ? read.why : '');
}

/**
 * Gives a damaged file another name and returns that. `undefined`: it does not hold the text any more that was judged
 * damaged (another command has set it aside, and may have begun a good one), so it was left alone.
 */
export function setAside(file: string, judged: string): string | undefined {
  if (textOf(file) !== judged) return undefined;
  const copy = unusedName(`${file}.unreadable`);
  try {
    renameSync(file, copy);
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') return undefined;
    throw new ProgressProblem('unwritable', systemReason(error));
  }
  return copy;
}

/** `name`, or the first of `name-2`, `name-3`, … that nothing has yet. */
function unusedName(name: string): string {
  let free = name;
  for (let count = 2; existsSync(free); count += 1) free = `${name}-${count}`;
  return free;
}

export function lessonProgress(progress: Progress, lessonId: string): LessonProgress {
  return progress.lessons[lessonId] ?? { contentVersion: '', tests: {}, hints: {} };
}

/** The starter was put back after the last check: that one was of other code. */
export function isResetSince({ checkedAt, resetAt }: LessonProgress): boolean {
  return checkedAt !== undefined && resetAt !== undefined && resetAt > checkedAt;
}

/** Changes the progress in one lesson. The file is replaced at once: an interrupt leaves the old one. */
export function updateLesson(
  workFolder: string,
  lessonId: string,
  change: (before: LessonProgress) => LessonProgress,
  onSetAside?: (copy: string) => void,
): void {
  const progress = loadProgress(workFolder, onSetAside);
  const lesson = change(lessonProgress(progress, lessonId));
  saveProgress(workFolder, { ...progress, lessons: { ...progress.lessons, [lessonId]: lesson } });
}

/** Throws `ProgressProblem`; then the old file is still there. */
export function saveProgress(workFolder: string, progress: Progress): void {
  const file = progressFile(workFolder);
  const part = `${file}.${process.pid}.part`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(part, `${JSON.stringify(progress, null, 2)}\n`);
    renameSync(part, file);
  } catch (error) {
    removeQuietly(part);
    throw new ProgressProblem('unwritable', systemReason(error));
  }
}

function removeQuietly(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // It is said already that progress could not be kept.
  }
}

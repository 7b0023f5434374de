import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { walkFiles } from './walk-files.ts';

/** A place that `pnpm lesson new` left to the author. */
export interface UnfilledPlace {
  /** Step of AUTHORING.md, from 1. */
  readonly step: number;
  /** Relative to the lesson's folder, with `/`. */
  readonly file: string;
  readonly line: number;
  /** What should stand there instead. */
  readonly what: string;
}

/** Made by tools; a patch repeats the sources that it was made from. */
const notRead = /^(node_modules|dist|coverage|\..*)$|\.patch$/;

const mark = /AUTHOR\((\d+)\)[:：] ?(.*)$/;

/** What `pnpm lesson new` copies. */
const template = join(import.meta.dirname, '..', '..', 'learner', 'template', '00-template');

/** Shorter words may stand in anybody's text. */
const leastWords = 10;

/**
 * Places still marked `AUTHOR(<step>): …`, and places whose mark was taken away and whose words are still those of the
 * scaffold; in the order in which they are filled in.
 */
export function findUnfilled(lessonFolder: string): UnfilledPlace[] {
  const scaffold = textsOf(template);
  const places = textFiles(lessonFolder)
    // All but src/ of the starter is a copy of the solution's, and R16 compares them.
    .filter(({ path }) => !/^starter\/(?!src\/)/.test(path))
    .flatMap(({ path, text }) => [...markedIn(path, text), ...copiedIn(path, text, scaffold.get(kindOf(path)))]);
  return places.toSorted((a, b) => a.step - b.step || a.file.localeCompare(b.file) || a.line - b.line);
}

function textFiles(folder: string): { readonly path: string; readonly text: string }[] {
  const files = walkFiles(folder, { links: 'ignore', leavesOut: (name) => notRead.test(name) });
  return files.map(({ path, at }) => ({ path, text: readFileSync(at, 'utf8') }));
}

/** Hints have the names of their tests: those of one language are of one kind. */
function kindOf(path: string): string {
  return path.startsWith('hints/') ? dirname(path) : path;
}

/** What a scaffold's marks say, with their steps, by kind of file. Code is left out: a comment of it may stay as it is. */
function textsOf(scaffold: string): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const texts = new Map<string, Map<string, number>>();
  for (const { path, text } of textFiles(scaffold).filter((file) => /\.(md|json)$/.test(file.path))) {
    const known = texts.get(kindOf(path)) ?? new Map<string, number>();
    for (const { what, step } of markedIn(path, text)) if (what.length >= leastWords) known.set(what, step);
    texts.set(kindOf(path), known);
  }
  return texts;
}

function copiedIn(file: string, text: string, scaffold: ReadonlyMap<string, number> = new Map()): UnfilledPlace[] {
  return text.split('\n').flatMap((content, index) => {
    if (mark.test(content)) return [];
    return [...scaffold].flatMap(([what, step]) =>
      content.includes(what) ? [{ step, file, line: index + 1, what }] : [],
    );
  });
}

function markedIn(file: string, text: string): UnfilledPlace[] {
  return text.split('\n').flatMap((content, index) => {
    const [, step, rest = ''] = mark.exec(content) ?? [];
    if (step === undefined) return [];
    // What closes a comment, a table's cell or a string is not part of what it says.
    const what = rest.replace(/\s*(\*\/|-->|\||["'`][\s,;)\]}]*)$/, '').trimEnd();
    return [{ step: Number(step), file, line: index + 1, what }];
  });
}

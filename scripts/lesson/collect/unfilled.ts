import { readFileSync } from 'node:fs';
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

/** Places still marked `AUTHOR(<step>): …`, in the order in which they are filled in. */
export function findUnfilled(lessonFolder: string): UnfilledPlace[] {
  const files = walkFiles(lessonFolder, { links: 'ignore', leavesOut: (name) => notRead.test(name) });
  const places = files
    // All but src/ of the starter is a copy of the solution's, and R16 compares them.
    .filter(({ path }) => !/^starter\/(?!src\/)/.test(path))
    .flatMap(({ path, at }) => placesIn(path, readFileSync(at, 'utf8')));
  return places.toSorted((a, b) => a.step - b.step || a.file.localeCompare(b.file) || a.line - b.line);
}

function placesIn(file: string, text: string): UnfilledPlace[] {
  return text.split('\n').flatMap((content, index) => {
    const [, step, rest = ''] = /AUTHOR\((\d+)\)[:：] ?(.*)$/.exec(content) ?? [];
    if (step === undefined) return [];
    // What closes a comment, a table's cell or a string is not part of what it says.
    const what = rest.replace(/\s*(\*\/|-->|\||["'`][\s,;)\]}]*)$/, '').trimEnd();
    return [{ step: Number(step), file, line: index + 1, what }];
  });
}

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { languages, type Language } from '../manifest/schema.ts';

/** The file that holds a lesson's text in each language. */
export const readmeName: Readonly<Record<Language, string>> = { en: 'README.md', 'zh-CN': 'README.zh-CN.md' };

/** Rungs of a hint ladder: a question, a pointer, nearly the code. */
export const rungsPerHint = 3;

export interface TextFacts {
  /** Test ids that have a heading of their own, in order, by language; `null` when the file is missing. */
  readonly headings: Readonly<Record<Language, readonly string[] | null>>;
  /** Ids whose section says nothing, or nothing in the language of its page. */
  readonly silent: Readonly<Record<Language, readonly string[]>>;
  /** Hints that say nothing in the language of their folder, whatever code is in them. */
  readonly silentHints: Readonly<Record<Language, readonly string[]>>;
  /** Words of every rung, by language and hint id: `0` is an empty rung. */
  readonly hints: Readonly<Record<Language, Readonly<Record<string, readonly number[]>>>>;
}

/** Reads what the lesson's texts say they are about; a heading like "### `timeout` …" is a test's section. */
export function readTexts(lessonFolder: string): TextFacts {
  const by = <T>(read: (language: Language) => T): Record<Language, T> =>
    Object.fromEntries(languages.map((language) => [language, read(language)])) as Record<Language, T>;
  return {
    headings: by((language) => {
      const file = join(lessonFolder, readmeName[language]);
      return existsSync(file) ? readSections(readFileSync(file, 'utf8')).map(({ id }) => id) : null;
    }),
    silent: by((language) => {
      const file = join(lessonFolder, readmeName[language]);
      if (!existsSync(file)) return [];
      const sections = readSections(readFileSync(file, 'utf8'));
      return sections.filter(({ text }) => !speaks[language].test(text)).map(({ id }) => id);
    }),
    silentHints: by((language) =>
      readHints(lessonFolder, language)
        .filter(({ rungs }) => !rungs.some(({ text }) => speaks[language].test(text)))
        .map(({ id }) => id),
    ),
    hints: by((language) =>
      Object.fromEntries(
        readHints(lessonFolder, language).map(({ id, rungs }) => [
          id,
          rungs.map(({ text }) => text.split(/\s+/).filter(Boolean).length),
        ]),
      ),
    ),
  };
}

function readHints(lessonFolder: string, language: Language): { readonly id: string; readonly rungs: Rung[] }[] {
  const folder = join(lessonFolder, 'hints', language);
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((name) => name.endsWith('.md'));
  return files.map((name) => ({
    id: name.replace(/\.md$/, ''),
    rungs: readRungs(readFileSync(join(folder, name), 'utf8')),
  }));
}

/** What a text has that is written in a language; a page that was copied and not translated has none of it. */
const speaks: Readonly<Record<Language, RegExp>> = { en: /[a-z]{2,} [a-z]{2,}/i, 'zh-CN': /\p{Script=Han}/u };

/** Every section of a test: from its heading to the next one that is not below it. Fenced blocks are no text. */
function readSections(markdown: string): { readonly id: string; readonly text: string }[] {
  const prose = markdown.replaceAll(/^ *(`{3,}|~{3,})[^]*?^ *\1/gm, '');
  const headings = [...prose.matchAll(/^(#{1,6}) (?:`([a-z0-9-]+)`)?.*$/gm)];
  return headings.flatMap((heading, at) => {
    const [line, { length: level } = '', id] = heading;
    if (id === undefined || level < 2) return [];
    const end = headings.slice(at + 1).find(([, marks = '']) => marks.length <= level);
    return [{ id, text: prose.slice(heading.index + line.length, end?.index) }];
  });
}

/** One rung of a hint: the heading's words and what stands below it. */
export interface Rung {
  readonly title: string;
  readonly text: string;
}

/** A hint file is a list of `## ` sections, one a rung. */
export function readRungs(markdown: string): Rung[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = '', ...rest] = section.split('\n');
      return { title: title.trim(), text: rest.join('\n').trim() };
    });
}

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repositoryRoot } from '../../../lesson/repository.ts';

/** The folder of the course, with its pages. */
export const courseFolder = join(repositoryRoot, 'bootcamps', 'coding-agent');

export function readPage(path: string): string {
  return readFileSync(join(repositoryRoot, path), 'utf8');
}

/** What a page links to in the repository, without the anchors: `../../packages/x.ts`. */
export function localLinks(markdown: string): string[] {
  return [...markdown.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target.replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target));
}

/** Links of a page that lead nowhere. */
export function brokenLinks(path: string): string[] {
  const folder = dirname(join(repositoryRoot, path));
  return localLinks(readPage(path)).filter((target) => !existsSync(join(folder, target)));
}

/** The words after `pnpm lesson` on a page, each once. */
export function lessonCommands(markdown: string): string[] {
  return [...new Set([...markdown.matchAll(/pnpm lesson ([a-z]+)/g)].map(([, name = '']) => name))].toSorted();
}

/** The contents of fenced blocks in one language. */
export function blocks(markdown: string, language: string): string[] {
  const fence = new RegExp(`^( *)\`\`\`${language}\\n([^]*?)^\\1\`\`\`$`, 'gm');
  return [...markdown.matchAll(fence)].map(([, indent = '', text = '']) =>
    text
      .split('\n')
      .map((line) => line.slice(indent.length))
      .join('\n')
      .trimEnd(),
  );
}

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { languages, type Language } from '../../support/language.ts';
import { runDemo } from './run-demo.ts';

/** One block of a page: what is typed, and what comes. */
export interface Transcript {
  /** The folder of the demo. */
  readonly demo: string;
  readonly name: string;
  /** After the name of the demo. */
  readonly words: readonly string[];
  readonly needsPython?: boolean;
}

const fixture = 'packages/fixture-servers/src/server/server.mjs';

const transcripts: readonly Transcript[] = [
  { demo: 'calculator', name: 'tour', words: [] },
  {
    demo: 'calculator',
    name: 'python',
    words: [
      '--call',
      'count_letters',
      '--args',
      '{"text":"grüße, 世界"}',
      '--server',
      'python3',
      'bootcamps/coding-agent/demos/calculator/server/letters.py',
    ],
    needsPython: true,
  },
  { demo: 'calculator', name: 'noise', words: ['--server', 'node', fixture, '--shape=mcp', '--mode=noise'] },
  { demo: 'two-eras', name: 'both', words: [] },
  { demo: 'two-ways', name: 'both', words: [] },
  { demo: 'registry-bridge', name: 'bridge', words: [] },
];

/** Where there is none, its transcript is skipped, and that is said. */
export const hasPython: boolean = spawnSync('python3', ['--version']).status === 0;

/** Runs one; gives the block as the page of a language has it. */
export async function runTranscript({ demo, words }: Transcript, language: Language): Promise<string> {
  const all = [demo, ...(language === 'en' ? [] : ['--lang', language]), ...words];
  const { out, err, exitCode } = await runDemo(all);
  const ending = exitCode === 0 ? '' : `\n[exit code ${exitCode}]`;
  return `$ pnpm demo ${all.map(quoted).join(' ')}\n${(out + err).trimEnd()}${ending}`;
}

/** What is different in every run: times, process ids, free ports. Pages keep the real ones; they are compared without. */
export function normalised(text: string): string {
  return text
    .replaceAll(/(^| \| ) *\d+ ms /gm, '$1    0 ms ')
    .replaceAll(/\(pid \d+\)/g, '(pid 0)')
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:0');
}

export function pageOf(demo: string, language: Language): URL {
  const name = language === 'en' ? 'README.md' : `README.${language}.md`;
  return new URL(`../../${demo}/${name}`, import.meta.url);
}

/** Each transcript in each language. */
export const cases: readonly {
  readonly transcript: Transcript;
  readonly language: Language;
  readonly title: string;
}[] = transcripts.flatMap((transcript) =>
  languages.map((language) => ({
    transcript,
    language,
    title: `${fileURLToPath(pageOf(transcript.demo, language)).split(/[\\/]/).slice(-2).join('/')}, ${transcript.name}`,
  })),
);

/** A block of a page, between its two comments. Undefined: the page has no place for it. */
export function blockOf(page: string, name: string): string | undefined {
  return place(name)
    .exec(page)?.[1]
    ?.replaceAll(/^\n*```text\n|\n```\n*$/g, '');
}

/** The page with another block. Throws when it has no place for it. */
export function withBlock(page: string, name: string, text: string): string {
  if (blockOf(page, name) === undefined) throw new Error(`the page has no place for ${name}`);
  const block = `<!-- begin ${name} -->\n\n\`\`\`text\n${text}\n\`\`\`\n\n<!-- end ${name} -->`;
  return page.replace(place(name), () => block);
}

function place(name: string): RegExp {
  return new RegExp(`<!-- begin ${name} -->([^]*?)<!-- end ${name} -->`);
}

/** As it is typed in a shell. */
function quoted(word: string): string {
  return /^[\w./=@:-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

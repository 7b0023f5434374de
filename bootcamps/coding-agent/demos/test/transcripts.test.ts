import { readFileSync } from 'node:fs';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { languages, type Language } from '../support/language.ts';
import { runInMemory } from './support/in-memory.ts';
import { runDemo } from './support/run-demo.ts';
import { blockOf, cases, hasPython, normalised, pageOf, runTranscript } from './support/transcripts.ts';

if (!hasPython) process.stderr.write('\nSKIPPED: there is no python3 here, so its transcript is not compared.\n\n');

const runnable = cases.filter(({ transcript }) => hasPython || transcript.needsPython !== true);

describe('E-01, E-02, E-03, E-05: the transcripts of the pages', () => {
  test.for(runnable)(
    '$title is what the demo says (else: pnpm --filter @learn-traeai/coding-agent-demos transcripts)',
    async ({ transcript, language }) => {
      const text = await runTranscript(transcript, language);
      const page = readFileSync(pageOf(transcript.demo, language), 'utf8');
      expect(normalised(blockOf(page, transcript.name) ?? 'no block')).toBe(normalised(text));
      expect(text).not.toContain('[exit code');
    },
  );
});

/** The first column of the table of pitfalls, and what is to be seen. */
const shownBy: readonly (readonly [pitfall: string, sign: RegExp])[] = [
  ['1', /this line is not JSON/],
  ['2', /\ngrüße\n/],
  ['3', /notifications\/cancelled[^]*no answer to tools\/call within 5000 ms/],
  ['4', /JSON-RPC error -32022/],
  ['5', /SIGTERM/],
];

/** The command that a page names for a pitfall, in words. */
function commandFor(pitfall: string, language: Language): string[] {
  const page = readFileSync(pageOf('calculator', language), 'utf8');
  const [, faulty = ''] = /`S`[^`]*`([^`]+)`/.exec(page) ?? [];
  const [, command = ''] = new RegExp(`^\\| ${pitfall}\\. [^|]*\\| \`pnpm demo ([^\`]+)\``, 'm').exec(page) ?? [];
  const words = command.replace(' S ', ` ${faulty} `).match(/'[^']*'|\S+/g) ?? [];
  return words.map((word) => word.replaceAll("'", ''));
}

test.for(shownBy)('E-01: pitfall %s can be seen by the command that the pages name', async ([pitfall, sign]) => {
  const words = commandFor(pitfall, 'en');
  expect(words.length).toBeGreaterThan(3);
  expect(commandFor(pitfall, 'zh-CN')).toEqual(words);
  const { out, err } = await runDemo(words);
  expect(out + err).toMatch(sign);
});

const shown = [
  ['calculator'],
  ['two-eras'],
  ['two-eras', '--stacked'],
  ['two-ways'],
  ['two-ways', '--stacked'],
  ['registry-bridge'],
  ['--help'],
  ['calculator', '--help'],
  ['two-eras', '--help'],
  ['two-ways', '--help'],
  ['registry-bridge', '--help'],
].flatMap((words) => languages.map((language) => [...words, '--lang', language]));

test.for(shown.map((words) => ({ words, title: words.join(' ') })))(
  '$title fits in 80 columns, without colour, and says nothing on stderr',
  async ({ words }) => {
    const { out, err, exitCode } = await runInMemory(words);
    expect({ err, exitCode }).toEqual({ err: '', exitCode: 0 });
    expect(out).not.toContain('\u001b');
    const lines = out.split('\n');
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.filter((line) => stringWidth(line) > 80)).toEqual([]);
  },
);

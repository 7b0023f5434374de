/**
 * Runs the transcripts anew and writes those that changed into their pages: `pnpm --filter @learn-traeai/coding-agent-demos
 * transcripts`. What differs in times and process ids alone stays as it is.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { blockOf, cases, hasPython, normalised, pageOf, runTranscript, withBlock } from './transcripts.ts';

for (const { transcript, language, title } of cases) {
  if (transcript.needsPython === true && !hasPython) {
    process.stdout.write(`SKIPPED, as there is no python3 here: ${title}\n`);
    continue;
  }
  const file = pageOf(transcript.demo, language);
  const page = readFileSync(file, 'utf8');
  const text = await runTranscript(transcript, language);
  if (text.includes('\n[exit code ')) throw new Error(`${title} has failed, and is not written:\n${text}`);
  const isSame = normalised(blockOf(page, transcript.name) ?? '') === normalised(text);
  if (!isSame) writeFileSync(file, withBlock(page, transcript.name, text));
  process.stdout.write(`${isSame ? 'as it was' : 'written  '}  ${title}\n`);
}

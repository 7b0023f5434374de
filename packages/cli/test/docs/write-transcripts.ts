/** Runs the transcripts of the README anew and writes them into it. `pnpm --filter @coding-agent/mcp-cli transcripts`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { runTranscripts, withBlocks } from './transcripts.ts';

const page = new URL('../../README.md', import.meta.url);
const cleanups: (() => unknown)[] = [];
try {
  const texts = await runTranscripts({ onTestFinished: (cleanup) => void cleanups.push(cleanup as () => unknown) });
  writeFileSync(page, withBlocks(readFileSync(page, 'utf8'), texts));
} finally {
  for (const cleanup of cleanups) await cleanup();
}

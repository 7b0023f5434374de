/** The process around the demos: signals, output that nobody reads, the exit code. */
import { languageOf, main } from './main.ts';
import { exitCodes } from './support/host.ts';
import { wordsIn } from './support/words.ts';

const leaving = new AbortController();
let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    isInterrupted = true;
    leaving.abort();
  });
}
let lost: NodeJS.ErrnoException | undefined;
process.stdout.on('error', (error) => {
  lost ??= error;
  leaving.abort();
});
process.stderr.on('error', () => {}); // there is no third place to say it

const words = process.argv.slice(2);
const locale = { env: process.env, systemLocale: new Intl.DateTimeFormat().resolvedOptions().locale };
const err = (line: string): void => void process.stderr.write(`${line}\n`);
const code = await main(words, {
  ...locale,
  out: (line = '') => {
    if (lost === undefined) process.stdout.write(`${line}\n`);
  },
  err,
  signal: leaving.signal,
});
process.exitCode = endOf(code);

function endOf(code: number): number {
  if (isInterrupted) {
    err(wordsIn[languageOf(words, locale)].interrupted);
    return exitCodes.interrupted;
  }
  if (lost === undefined) return code;
  // Who read only the beginning (`| head -1`) has what they wanted.
  if (lost.code === 'EPIPE' || lost.code === 'EOF') return exitCodes.ok;
  err(lost.message);
  return exitCodes.failed;
}

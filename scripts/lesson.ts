/** `pnpm lesson …`: the process around the commands. */
import { runCli } from './learner/cli.ts';
import { wantsColour } from './learner/colour.ts';
import type { Terminal } from './learner/context.ts';
import { spokenLanguage } from './learner/language.ts';
import { messagesIn } from './learner/messages/index.ts';
import { onPackageManagerGone } from './lesson/process/parent-watch.ts';
import { repositoryRoot, workFolder } from './lesson/repository.ts';
import { watchOutput } from './lesson/watch-output.ts';

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort(signal));
onPackageManagerGone(() => interrupted.abort('SIGTERM'));

const words = process.argv.slice(2);
const systemLocale = new Intl.DateTimeFormat().resolvedOptions().locale;
watchOutput(messagesIn[spokenLanguage(words, process.env, systemLocale)].problem.outputLost);

process.exitCode = await runCli(words, {
  root: repositoryRoot,
  workFolder,
  // pnpm runs scripts in the package's folder and says here where the person was.
  cwd: process.env['INIT_CWD'] ?? process.cwd(),
  env: process.env,
  systemLocale,
  out: terminal(process.stdout),
  err: terminal(process.stderr),
  signal: interrupted.signal,
  now: () => new Date(),
});

function terminal(stream: NodeJS.WriteStream): Terminal {
  return {
    write: (text) => void stream.write(text),
    columns: stream.columns || 80,
    isTerminal: stream.isTTY,
    colour: wantsColour(process.env, stream.isTTY),
  };
}

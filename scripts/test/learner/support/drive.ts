/** Runs the commands on another checkout: `drive.ts <root> <work folder> <words…>`. */
import { runCli } from '../../../learner/cli.ts';

const [root = '', workFolder = '', ...words] = process.argv.slice(2);
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort(signal));

process.exitCode = await runCli(words, {
  root,
  workFolder,
  cwd: root,
  env: process.env,
  systemLocale: 'en-US',
  out: { write: (text) => void process.stdout.write(text), columns: 80 },
  err: { write: (text) => void process.stderr.write(text), columns: 80 },
  signal: interrupted.signal,
  now: () => new Date(),
});

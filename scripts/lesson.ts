/** `pnpm lesson …`: the process around the commands. */
import { runCli } from './learner/cli.ts';
import { repositoryRoot, workFolder } from './lesson/repository.ts';

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort(signal));

// Whoever reads us may stop early: `pnpm lesson diff 33 | head`.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

process.exitCode = await runCli(process.argv.slice(2), {
  root: repositoryRoot,
  workFolder,
  // pnpm runs scripts in the package's folder and says here where the person was.
  cwd: process.env['INIT_CWD'] ?? process.cwd(),
  env: process.env,
  systemLocale: new Intl.DateTimeFormat().resolvedOptions().locale,
  out: { write: (text) => void process.stdout.write(text), columns: process.stdout.columns || 80 },
  err: { write: (text) => void process.stderr.write(text), columns: process.stderr.columns || 80 },
  signal: interrupted.signal,
  now: () => new Date(),
});

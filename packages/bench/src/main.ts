/** `pnpm --filter @coding-agent/bench bench`: arguments in, tables and an exit code out. README.md says how to read them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runBench, type BenchResult } from './bench.ts';
import { formatHeader } from './header.ts';
import { help, parseOptions, type BenchOptions } from './options.ts';
import { formatFailures, formatReport } from './report.ts';

process.exitCode = await main();

async function main(): Promise<number> {
  const parsed = parseOptions(process.argv.slice(2));
  switch (parsed.kind) {
    case 'help':
      process.stdout.write(help);
      return 0;
    case 'wrong':
      process.stderr.write(`${parsed.message}\n(--help shows all options)\n`);
      return 2;
    case 'run':
      return run(parsed.options);
    default:
      return parsed satisfies never;
  }
}

async function run(options: BenchOptions): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const interrupted = new AbortController();
  const stop = (): void => interrupted.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    const say = (text: string): void => void process.stderr.write(`${text}\n`);
    const result = await runBench({ options, folder, signal: interrupted.signal, say });
    write(result, options);
    return result.failures.length > 0 || interrupted.signal.aborted ? 1 : 0;
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    rmSync(folder, { recursive: true, force: true });
  }
}

function write(result: BenchResult, { json }: BenchOptions): void {
  process.stdout.write(`${formatHeader(result)}\n\n`);
  process.stdout.write(`${formatReport(result.samples, Object.keys(result.versions))}\n`);
  if (result.failures.length > 0) process.stdout.write(`\n${formatFailures(result.failures)}\n`);
  if (json === undefined) process.stdout.write(`\n${JSON.stringify(result)}\n`);
  else {
    // pnpm runs this in its package, and says where it was called.
    const file = resolve(process.env['INIT_CWD'] ?? '.', json);
    writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
    process.stdout.write(`\nraw samples: ${file}\n`);
  }
}

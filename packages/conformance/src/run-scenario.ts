import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { judge, type Judgement } from './judge.ts';
import { runCommand } from './run-command.ts';
import type { Run } from './runs.ts';
import type { Suite } from './suite.ts';

export interface ScenarioOptions {
  readonly suite: Suite;
  /** The Node of the suite. The client runs on the one that runs this. */
  readonly node: string;
  /** Where what the suite wrote is kept; undefined throws it away. */
  readonly results: string | undefined;
  readonly signal: AbortSignal;
}

export interface ScenarioResult extends Judgement {
  readonly run: Run;
  readonly ms: number;
  /** What to read when something is wrong: the end of what client and suite said. */
  readonly output: string;
}

/** How long the suite gives the client. */
const clientLimitMs = 40_000;
/** The suite's own limit kills a shell and then waits for whoever holds its pipes: this one ends all of it. */
const runLimitMs = 60_000;
const packageFolder = join(import.meta.dirname, '..');

/** One process of the suite for one scenario, and what it left. */
export async function runScenario(run: Run, options: ScenarioOptions): Promise<ScenarioResult> {
  const { suite, node, results, signal } = options;
  const folder =
    results === undefined
      ? mkdtempSync(join(tmpdir(), 'conformance-'))
      : join(results, run.over, run.revision, run.scenario);
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const force = run.isExtension === true ? ['--force'] : [];
    const scenario = ['--scenario', run.scenario, '--spec-version', run.revision, ...force];
    // The suite splits this at spaces and hands it to a shell: so no path may be in it, but one relative to `cwd`.
    const command = ['--command', `node dist/client/main.js ${run.over}`, '--timeout', String(clientLimitMs)];
    const start = performance.now();
    const end = await runCommand({
      executable: node,
      args: [suite.program, 'client', ...command, ...scenario, '--output-dir', folder],
      cwd: packageFolder,
      env: withRunningNodeFirst(process.env),
      timeoutMs: runLimitMs,
      signal,
    });
    const ms = performance.now() - start;
    const read = (name: string): string | undefined => readResult(folder, name);
    const clientOutput = read('stdout.txt') ?? '';
    const checks = read('checks.json');
    const overMs = end.stopped === 'time limit' ? runLimitMs : undefined;
    const said = [read('stderr.txt'), clientOutput, ...(checks === undefined ? [end.stderr, end.stdout] : [])];
    if (end.stopped instanceof Error) said.push(end.stopped.message);
    return { run, ms, ...judge({ exitCode: end.code, overMs, checks, clientOutput }), output: tail(said) };
  } finally {
    if (results === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/** The suite's command says `node`; it is the one that runs this, which may be older than the suite's. */
function withRunningNodeFirst(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  return { ...env, [name]: [dirname(process.execPath), env[name]].filter(Boolean).join(delimiter) };
}

/** The suite makes a folder of its own for the run, with the time in its name. */
function readResult(folder: string, name: string): string | undefined {
  const file = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((path) => path.endsWith(name));
  return file === undefined ? undefined : readFileSync(join(folder, file), 'utf8');
}

function tail(texts: readonly (string | undefined)[]): string {
  const lines = texts.flatMap((text) => text?.trimEnd().split('\n') ?? []).filter((line) => line.trim() !== '');
  return lines.slice(-30).join('\n');
}

import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite, Vitest } from 'vitest/node';
import type { ErrorRecord, TestRecord, TestState } from '../evidence.ts';

/** What the reporter writes: the raw facts of one vitest run. */
export interface RawReport {
  readonly tests: readonly TestRecord[];
  /** Files that could not be loaded, with the reason. */
  readonly loadErrors: readonly string[];
  /** Errors of hooks (`beforeAll` and the like), which leave tests skipped. */
  readonly hookErrors: readonly string[];
  /** Errors outside any test: after it had ended, or with nobody to catch them. */
  readonly lateErrors: readonly string[];
  /** Test workers that ended before the runner told them to. */
  readonly died: readonly Death[];
}

export interface Death {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/**
 * Writes the facts that the built-in JSON reporter loses: permanent ids, error names, codes and causes, late errors.
 * The whole report is written at once, when the run is over: a run that never ends leaves none.
 */
export default class EvidenceReporter implements Reporter {
  #root = '';
  readonly #died: Death[] = [];

  onInit(vitest: Vitest): void {
    this.#root = vitest.config.root;
    // The runner says only that a worker "exited unexpectedly". Node tells us of each child process as it is made.
    subscribe('child_process', (message) => this.#watch((message as { process: ChildProcess }).process));
  }

  #watch(child: ChildProcess): void {
    child.once('exit', (exitCode, signal) => {
      const isWorker = child.spawnargs.some((word) => /vitest[\\/]dist[\\/]workers[\\/]/.test(word));
      if (isWorker && !child.killed) this.#died.push({ exitCode, signal }); // what the runner stops, it kills itself
    });
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const report: RawReport = {
      tests: modules.flatMap((module) => [...module.children.allTests()].map((test) => this.#test(module, test))),
      loadErrors: modules.flatMap((module) => module.errors().map((error) => `${this.#file(module)}: ${line(error)}`)),
      hookErrors: modules.flatMap((module) =>
        [...module.children.allSuites()].flatMap((suite: TestSuite) =>
          suite.errors().map((error) => `${suite.fullName}: ${line(error)}`),
        ),
      ),
      lateErrors: unhandled.map(line),
      died: this.#died,
    };
    const path = process.env['LESSON_REPORT'];
    if (!path) throw new Error('LESSON_REPORT names the file for the report');
    writeFileSync(path, JSON.stringify(report));
  }

  #file(module: TestModule): string {
    return relative(this.#root, module.moduleId).replaceAll('\\', '/');
  }

  #test(module: TestModule, test: TestCase): TestRecord {
    const result = test.result();
    const meta = test.meta() as { id?: unknown; evidence?: unknown };
    const errors = (result.errors ?? []).map(record);
    return {
      id: typeof meta.id === 'string' ? meta.id : '',
      title: test.fullName,
      file: this.#file(module),
      state: stateOf(result.state, errors),
      errors,
      durationMs: Math.round(test.diagnostic()?.duration ?? 0),
      softened: softeners(test),
      evidence: numbers(meta.evidence),
    };
  }
}

function stateOf(state: string, errors: readonly ErrorRecord[]): TestState {
  if (state === 'passed') return 'pass';
  if (state !== 'failed') return 'skipped';
  return errors.some((error) => /^(Test|Hook) timed out in \d+ms/.test(error.message)) ? 'timeout' : 'fail';
}

function softeners(test: TestCase): string[] {
  const { mode, retry, fails } = test.options;
  const found: string[] = [];
  if (mode !== 'run') found.push(mode);
  if (fails) found.push('fails');
  const times = typeof retry === 'object' ? (retry.count ?? 0) : (retry ?? 0);
  if (times > 0) found.push(`retry ${times}`);
  return found;
}

function numbers(value: unknown): Record<string, number> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
}

function record(error: SerializedError): ErrorRecord {
  const causes: { name: string; message: string; code?: string }[] = [];
  let cause: unknown = error.cause;
  while (typeof cause === 'object' && cause !== null && causes.length < 8) {
    const inner = cause as SerializedError;
    causes.push({ name: text(inner.name), message: text(inner.message), ...codeOf(inner) });
    cause = inner.cause;
  }
  const top = error.stacks?.[0];
  return {
    name: text(error.name),
    message: text(error.message).slice(0, 4000),
    ...codeOf(error),
    causes,
    ...(top ? { at: `${top.file.split(/[\\/]/).slice(-2).join('/')}:${top.line}` } : {}),
  };
}

function codeOf(error: object): { code?: string } {
  return 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
}

function line(error: SerializedError): string {
  const name = text(error.name);
  // Errors outside tests come with the stack as text alone. A place in a tool would help nobody.
  const frames = error.stacks?.map((frame) => `${frame.file}:${frame.line}`) ?? text(error.stack).split('\n');
  const at = frames.map((frame) => /\b(?:src|tests)[\\/][^\s:]+:\d+/.exec(frame)?.[0]).find(Boolean);
  return `${name ? `${name}: ` : ''}${text(error.message).slice(0, 600)}${at ? ` (${at})` : ''}`;
}

function text(value: unknown): string {
  return typeof value === 'string' ? stripVTControlCharacters(value) : '';
}

/** `pnpm verify:lesson -- 33`: arguments in, exit code out. */
import { lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { lessonsByPlatform } from './lesson/by-platform.ts';
import { exitCode, type ExitCode } from './lesson/exit-codes.ts';
import type { VariantKind } from './lesson/evidence.ts';
import { loadManifest } from './lesson/manifest/load.ts';
import type { Manifest } from './lesson/manifest/schema.ts';
import { githubAnnotations, writeStepSummary } from './lesson/report/github-report.ts';
import { jsonReport } from './lesson/report/json-report.ts';
import { junitReport } from './lesson/report/junit-report.ts';
import { ProgressLine } from './lesson/report/progress.ts';
import { textReport } from './lesson/report/text-report.ts';
import { findLesson, findLessons, workFolder, type LessonPlace } from './lesson/repository.ts';
import { onPackageManagerGone } from './lesson/process/parent-watch.ts';
import { parseVerifyOptions, UsageError, verifyUsage, type VerifyOptions } from './lesson/verify-options.ts';
import { verifyLessons, type Verification } from './lesson/verify.ts';
import { messageOf } from './lesson/message-of.ts';
import { isSystemError } from './lesson/system-error.ts';
import { watchOutput } from './lesson/watch-output.ts';
import { writeInto } from './lesson/write-into.ts';

async function main(argv: readonly string[]): Promise<ExitCode> {
  const options = parseVerifyOptions(argv);
  if (options.help) {
    process.stdout.write(verifyUsage);
    return exitCode.verified;
  }
  const lessons = chooseLessons(options);
  requireKnown(options.only, lessons);
  for (const file of [options.json, options.junit]) if (file) requireWritable(asTyped(file));
  const interrupted = new AbortController();
  const onSignal = (): void => interrupted.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  onPackageManagerGone(onSignal);
  const progress = new ProgressLine(process.stderr);
  try {
    const verification = await verifyLessons(lessons, options, { signal: interrupted.signal, progress });
    progress.end();
    publish(verification, options);
    return verification.exitCode;
  } catch (error) {
    progress.end();
    if (!interrupted.signal.aborted) throw error;
    process.stderr.write('interrupted: everything that was started has been ended\n');
    return exitCode.interrupted;
  }
}

function chooseLessons(options: VerifyOptions): LessonPlace[] {
  const all = findLessons();
  const known = `there are: ${all.map((lesson) => lesson.id).join(', ') || 'none'}`;
  if (options.all && options.lessons.length > 0) throw new UsageError('name lessons or say --all, not both');
  if (options.all) {
    // To name a lesson for another platform is a mistake (exit 3); to ask for all of them is none.
    const { made, others } = lessonsByPlatform(all, process.platform);
    for (const { id } of others) process.stderr.write(`left out: ${id} is not made for ${process.platform}\n`);
    return [...made];
  }
  if (options.lessons.length === 0) throw new UsageError(`which lesson? ${known}`);
  const named = options.lessons.map((name) => {
    const lesson = findLesson(name, all);
    if (!lesson) throw new UsageError(`there is no lesson "${name}"; ${known}`);
    return lesson;
  });
  return named.filter((lesson, index) => named.findIndex(({ id }) => id === lesson.id) === index);
}

/** `--only wrong:typo` would run nothing and verify nothing: refuse it. */
function requireKnown(only: VerifyOptions['only'], lessons: readonly LessonPlace[]): void {
  for (const { kind, id } of only) {
    const ids = lessons.flatMap(({ folder }) => {
      const loaded = loadManifest(folder);
      return loaded.ok ? variantIds(loaded.manifest, kind) : [id ?? kind];
    });
    if (id === undefined ? ids.length > 0 : ids.includes(id)) continue;
    throw new UsageError(
      `there is no ${kind}${id === undefined ? '' : ` "${id}"`}; there are: ${ids.join(', ') || 'none'}`,
    );
  }
}

function variantIds(manifest: Manifest, kind: VariantKind): string[] {
  if (kind === 'wrong' || kind === 'accepted') return manifest[kind].map((entry) => entry.id);
  return kind === 'step' ? manifest.steps.map((entry) => entry.id) : [kind];
}

function publish(verification: Verification, options: VerifyOptions): void {
  const report = `${JSON.stringify(jsonReport(verification), null, 2)}\n`;
  const name = verification.lessons.map(({ lesson }) => lesson.id).join('+');
  const reportFile = options.json ? asTyped(options.json) : join(workFolder, 'reports', `${name}.json`);
  if (process.env['GITHUB_ACTIONS'] === 'true') {
    for (const line of githubAnnotations(verification)) process.stdout.write(`${line}\n`);
    const summary = process.env['GITHUB_STEP_SUMMARY'];
    if (summary) writeStepSummary(summary, verification);
  }
  const columns = Math.max(60, process.stdout.columns || 80);
  for (const verdict of verification.lessons) {
    process.stdout.write(textReport(verdict, verification, { columns, verbose: options.verbose, reportFile }));
  }
  if (options.junit) writeInto(asTyped(options.junit), junitReport(verification));
  if (options.json) return writeInto(reportFile, report);
  try {
    mkdirSync(dirname(reportFile), { recursive: true });
    writeFileSync(reportFile, report);
  } catch (error) {
    process.stderr.write(`the report could not be kept: ${messageOf(error)}\n`);
  }
}

/** A path as the person meant it: pnpm changes the working directory and tells where it was called. */
function asTyped(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), path);
}

/** Finds out before minutes of work, and takes an old verdict away: it is none for this run. */
function requireWritable(file: string): void {
  const there = lstatSync(file, { throwIfNoEntry: false });
  try {
    if (there === undefined || there.isFile()) {
      writeInto(file, '');
      rmSync(file);
    } else if (there.isDirectory()) {
      throw new Error(`${file} is a folder`);
    } // a link, a pipe or a device is written into, never taken away
  } catch (error) {
    throw new UsageError(`cannot write the report: ${messageOf(error)}`);
  }
}

watchOutput((why) => `the output was lost: ${why}`);

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\nsee: pnpm verify:lesson -- --help\n`);
    process.exitCode = exitCode.usage;
  } else {
    const isOurs = error instanceof Error && !isSystemError(error);
    process.stderr.write(`the verifier could not tell: ${isOurs ? error.stack : messageOf(error)}\n`);
    process.exitCode = exitCode.couldNotTell;
  }
}

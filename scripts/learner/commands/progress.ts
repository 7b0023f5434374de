import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { displayWidth } from '../../lesson/report/wrap-text.ts';
import { exitCode } from '../../lesson/exit-codes.ts';
import { loadManifest } from '../../lesson/manifest/load.ts';
import { findLessons } from '../../lesson/repository.ts';
import { textFlag, type Call, type Command } from '../command.ts';
import { lessonOf, type Lesson } from '../lesson-of.ts';
import { padTo } from '../page.ts';
import { CommandProblem } from '../problem.ts';
import { testFingerprints } from '../progress/fingerprint.ts';
import { mergeProgress } from '../progress/merge.ts';
import { progressOf, replaceProgress } from '../progress/progress-of.ts';
import { mostProgressBytes, readProgressText, type ProgressText } from '../progress/read-progress-text.ts';
import { formatVersion, type LessonProgress, type Progress } from '../progress/schema.ts';
import { isResetSince, lessonProgress, parseProgress, progressFile } from '../progress/store.ts';
import { systemReason } from '../../lesson/system-error.ts';
import { writeInto } from '../../lesson/write-into.ts';

export const progressCommand: Command = {
  name: 'progress',
  synopsis: 'progress [<lesson>] [--export <file> | --import <file>]',
  options: { export: { type: 'string' }, import: { type: 'string' } },
  positionals: { least: 0, most: 1 },
  run: (call) => {
    const { context, page, messages } = call;
    const [from, to] = [textFlag(call, 'import'), textFlag(call, 'export')];
    if (from === '' || to === '') {
      throw new CommandProblem(exitCode.usage, messages.problem.noFileNamed, { showUsage: true });
    }
    if (from !== undefined) takeOver(call, from);
    const progress = progressOf(call);
    if (to !== undefined) {
      exportTo(call, to, progress);
      page.text(messages.progress.exported(to));
    }
    if (from !== undefined || to !== undefined) return exitCode.verified;

    for (const lesson of call.positionals.length > 0 ? [lessonOf(call)] : allLessons(call)) {
      writeProgress(call, lesson, lessonProgress(progress, lesson.id));
    }
    if (existsSync(progressFile(context.workFolder))) {
      page.text(messages.progress.file(relative(context.cwd, progressFile(context.workFolder))));
    }
    return exitCode.verified;
  },
};

function exportTo({ context, messages }: Call, name: string, progress: Progress): void {
  try {
    writeInto(resolve(context.cwd, name), `${JSON.stringify(progress, null, 2)}\n`);
  } catch (error) {
    throw new CommandProblem(
      exitCode.usage,
      `${messages.problem.cannotWrite(name, systemReason(error))}. ${messages.problem.nameAnother}`,
    );
  }
}

function takeOver(call: Call, name: string): void {
  const { context, page, messages } = call;
  const read = readProgressText(resolve(context.cwd, name));
  if (read.kind !== 'text') throw new CommandProblem(exitCode.usage, whyNot(read));
  const theirs = parseProgress(read.text);
  if (theirs.kind === 'newer') {
    const version = String(theirs.formatVersion);
    throw new CommandProblem(exitCode.usage, messages.problem.newerProgress(name, version, formatVersion));
  }
  if (theirs.kind === 'damaged') throw new CommandProblem(exitCode.usage, messages.problem.notProgress(name));
  replaceProgress(call, mergeProgress(progressOf(call), theirs.progress));
  page.text(messages.progress.imported(name));

  function whyNot(bad: Exclude<ProgressText, { kind: 'text' }>): string {
    const { problem } = messages;
    if (bad.kind === 'none') return problem.fileMissing(name);
    if (bad.kind === 'no-file') return problem.noRegularFile(name);
    if (bad.kind === 'too-large') return problem.tooLarge(name, mostProgressBytes / 1024 / 1024);
    return problem.cannotRead(name, bad.why);
  }
}

function allLessons({ context }: Call): Lesson[] {
  return findLessons(context.root).flatMap((place) => {
    const loaded = loadManifest(place.folder);
    return loaded.ok ? [{ ...place, manifest: loaded.manifest }] : [];
  });
}

function writeProgress(call: Call, lesson: Lesson, done: LessonProgress): void {
  const { page, messages, language } = call;
  const { manifest, id, number } = lesson;
  page.text(`${id}   ${manifest.title[language]}`, { hanging: 2 });
  if (done.checkedAt === undefined) {
    page.text(messages.progress.empty, { indent: 2 });
    page.code(`pnpm lesson check ${number}`, 4);
  } else {
    page.text(messages.progress.lastCheck(done.checkedAt.slice(0, 16).replace('T', ' ')), { indent: 2 });
    if (isResetSince(done)) page.text(messages.list.resetSince, { indent: 2 });
    if (done.contentVersion !== manifest.contentVersion) {
      page.text(messages.progress.newVersion(done.contentVersion, manifest.contentVersion), { indent: 2 });
    }
  }
  if (Object.keys(done.tests).length + Object.keys(done.hints).length > 0) writeTests(call, lesson, done);
  page.blank();
}

function writeTests({ page, messages }: Call, lesson: Lesson, done: LessonProgress): void {
  const { manifest } = lesson;
  const fingerprints = testFingerprints(lesson.folder, manifest);
  const widest = Math.max(...manifest.tests.map((test) => test.id.length)) + 2;
  const word = Math.max(...Object.values(messages.standing).map(displayWidth));
  for (const test of manifest.tests) {
    const known = done.tests[test.id];
    const opened = done.hints[test.id] ?? 0;
    const standing = known ? messages.standing[known.standing] : messages.progress.newTest;
    const changed = known !== undefined && known.fingerprint !== fingerprints[test.id];
    const notes = [changed ? messages.progress.changed : '', opened > 0 ? messages.progress.opened(opened) : ''];
    const tail = notes.filter(Boolean).join(' · ');
    page.text(`${padTo(test.id, widest)}${tail ? `${padTo(standing, word)}  ${tail}` : standing}`, {
      indent: 2,
      hanging: 4,
    });
  }
  const dropped = Object.keys(done.tests).filter((test) => !manifest.tests.some((declared) => declared.id === test));
  if (dropped.length > 0) page.text(messages.progress.dropped(dropped.join(', ')), { indent: 2 });
}

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadManifest } from '../../lesson/manifest/load.ts';
import { exitCode, type ExitCode } from '../../lesson/exit-codes.ts';
import { findLessons } from '../../lesson/repository.ts';
import { systemReason } from '../../lesson/system-error.ts';
import { writeInto } from '../../lesson/write-into.ts';
import { isOn, textFlag, type Call, type Command } from '../command.ts';
import { lessonOf, type Lesson } from '../lesson-of.ts';
import { CommandProblem } from '../problem.ts';
import { shownPath } from '../shown-path.ts';
import { openInBrowser } from '../trace/open-in-browser.ts';
import { loadTracePage } from '../trace/page-builder.ts';
import { ownClient, playClient, shippedClients } from '../trace/played-client.ts';
import type { ClientToPlay, DeclaredTrace, PlayedClient } from '../trace/played-client.ts';
import { playLimitMs } from '../trace/record-play.ts';
import { traceOfPlay, type PlayedTrace } from '../trace/trace-of-play.ts';
import { errorText, writeTrace } from '../trace/write-trace.ts';

/** A play that takes longer than that is spoken of. */
const silenceMs = 5_000;

export const traceCommand: Command = {
  name: 'trace',
  synopsis: 'trace <lesson> [--mine] [--out <file>] [--open never]',
  options: { mine: { type: 'boolean' }, out: { type: 'string' }, open: { type: 'string' } },
  positionals: { least: 1, most: 1 },
  run: async (call) => {
    const { context, messages, aside, page } = call;
    const { trace } = messages;
    const lesson = lessonOf(call);
    const declared = declaredTrace(call, lesson);
    const file = pageFile(call, lesson);
    const isOpened = shouldOpen(call);
    const clients = shippedClients(call, lesson, declared);
    if (isOn(call, 'mine')) clients.push(mineOf(call, lesson));

    aside.text(trace.playing);
    const loading = loadTracePage(context.signal, () => aside.text(trace.building));
    const playing = clients.map((client) => playClient(call, lesson, declared, client));
    const quiet = sayWhoIsWaitedFor(call, clients, playing);
    await Promise.allSettled([loading, ...playing]); // also when one of them fails: the others still have to tidy up
    quiet();
    const [loaded, played] = [await loading, await Promise.all(playing)];
    for (const client of played) requirePlayed(call, client);
    writeTrace(call, lesson, declared, played);

    if (!loaded.ok) throw new CommandProblem(exitCode.couldNotTell, trace.noPage(loaded.why));
    writePage(call, file, loaded.render(tracesOf(call, lesson, played), { language: call.language }));
    page.text(trace.page);
    page.code(shownPath(file, call));
    if (isOpened) openInBrowser(file, context);
    return verdictOn(call, played);
  },
};

/** What the lesson declares; one that declares nothing has nothing to draw. */
function declaredTrace({ context, messages }: Call, { id, manifest }: Lesson): DeclaredTrace {
  if (manifest.trace) return manifest.trace;
  const known = findLessons(context.root).filter((place) => {
    const loaded = loadManifest(place.folder);
    return loaded.ok && loaded.manifest.trace !== undefined;
  });
  const names = known.map((lesson) => lesson.id).join(', ') || messages.none;
  throw new CommandProblem(exitCode.usage, messages.trace.none(id, names));
}

function pageFile(call: Call, { id }: Lesson): string {
  const { context, messages } = call;
  const out = textFlag(call, 'out');
  if (out === '') throw new CommandProblem(exitCode.usage, messages.problem.noFileNamed, { showUsage: true });
  return out === undefined ? join(context.workFolder, `${id}-trace.html`) : resolve(context.cwd, out);
}

function shouldOpen(call: Call): boolean {
  const open = textFlag(call, 'open') ?? 'auto';
  if (open !== 'auto' && open !== 'never') {
    throw new CommandProblem(exitCode.usage, call.messages.trace.badOpen(open), { showUsage: true });
  }
  return open === 'auto';
}

function mineOf(call: Call, lesson: Lesson): ReturnType<typeof ownClient> {
  const starter = join(lesson.folder, 'starter');
  if (existsSync(join(starter, 'src'))) return ownClient(call, lesson);
  const { problem } = call.messages;
  const advice = problem.getItBack(`pnpm lesson reset ${lesson.number}`);
  throw new CommandProblem(exitCode.usage, `${problem.noSource(shownPath(starter, call))} ${advice}`);
}

/** A client that never ends would be a silent minute. Returns what stops it. */
function sayWhoIsWaitedFor(
  { aside, messages }: Call,
  clients: readonly ClientToPlay[],
  playing: readonly Promise<unknown>[],
): () => void {
  const waitedFor = new Set(clients.map(({ title }) => title));
  for (const [place, { title }] of clients.entries()) {
    const ended = (): void => void waitedFor.delete(title);
    playing[place]?.then(ended, ended);
  }
  const timer = setTimeout(() => {
    if (waitedFor.size > 0) aside.text(messages.trace.waiting([...waitedFor], playLimitMs / 1000));
  }, silenceMs);
  return () => clearTimeout(timer);
}

/** What the course ships has to play to its end; of the learner's code anything may come. */
function requirePlayed({ messages }: Call, { id, title, story, recording }: PlayedClient): void {
  const { ended, why, output } = recording.run;
  if (ended === 'not-started' || ended === 'uncounted') {
    throw new CommandProblem(exitCode.couldNotTell, messages.label(messages.check.infra, why));
  }
  if (id === 'mine' || story.end.kind === 'ended') return;
  const reason = story.end.kind === 'failed' ? errorText(story.end, messages) : `${ended} ${output.trim().slice(-300)}`;
  throw new CommandProblem(exitCode.couldNotTell, messages.trace.failed(title, reason));
}

function tracesOf(
  { messages, language }: Call,
  { manifest }: Lesson,
  played: readonly PlayedClient[],
): (PlayedTrace & { readonly title: string })[] {
  const { trace } = messages;
  const texts = {
    scene: (id: string): string => manifest.trace?.scenes.find((scene) => scene.id === id)?.title[language] ?? id,
    wrongAnswer: trace.wrongAnswer,
    inVain: trace.waitedInVain,
    notProtocol: trace.notProtocol,
  };
  return played.map(({ id, title, story, recording }) => ({
    title,
    ...traceOfPlay({
      entries: recording.entries,
      story,
      client: id,
      lessonVersion: manifest.contentVersion,
      texts: { ...texts, failed: (why) => trace.failed(title, why) },
    }),
  }));
}

function writePage(call: Call, file: string, html: string): void {
  try {
    writeInto(file, html);
  } catch (error) {
    const { cannotWrite, nameAnother } = call.messages.problem;
    throw new CommandProblem(
      exitCode.usage,
      `${cannotWrite(shownPath(file, call), systemReason(error))}. ${nameAnother}`,
    );
  }
}

/** The learner's client is held against the solution: each caller's call has to end the same way. */
function verdictOn({ page, messages }: Call, played: readonly PlayedClient[]): ExitCode {
  const mine = played.find(({ id }) => id === 'mine');
  const solution = played.find(({ id }) => id === 'solution');
  if (!mine || !solution) return exitCode.verified;
  const ends = ({ story }: PlayedClient): string =>
    story.callers.map(({ name, outcome }) => `${name} ${outcome}`).join();
  const isSame = mine.story.end.kind === 'ended' && ends(mine) === ends(solution);
  page.text(isSame ? messages.trace.same : messages.trace.differs);
  if (mine.recording.run.processes.left.length > 0) return exitCode.limits;
  return isSame ? exitCode.verified : exitCode.content;
}

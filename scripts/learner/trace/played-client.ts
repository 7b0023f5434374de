import { join } from 'node:path';
import { applyPatchFile } from '../../lesson/collect/patches.ts';
import { readVariant, type FileMap } from '../../lesson/collect/variant-files.ts';
import { exitCode } from '../../lesson/exit-codes.ts';
import type { Manifest } from '../../lesson/manifest/schema.ts';
import type { Call } from '../command.ts';
import type { Context } from '../context.ts';
import type { Lesson } from '../lesson-of.ts';
import { CommandProblem } from '../problem.ts';
import { underTheLesson } from '../under-the-lesson.ts';
import { recordPlay, type Recording } from './record-play.ts';
import { storyOf, type Story } from './story.ts';

export type DeclaredTrace = NonNullable<Manifest['trace']>;

/** One client that is drawn: the unsafe one, the solution, or the learner's. */
export interface ClientToPlay {
  readonly id: string;
  /** How it is called in the pictures. */
  readonly title: string;
  readonly files: FileMap;
}

export interface PlayedClient extends ClientToPlay {
  readonly recording: Recording;
  readonly story: Story;
}

/** The known-wrong solution that the lesson declares, and the solution. */
export function shippedClients(
  { messages }: Pick<Call, 'messages'>,
  { folder }: Pick<Lesson, 'folder'>,
  { unsafe }: DeclaredTrace,
): ClientToPlay[] {
  const solution = readVariant(join(folder, 'solution'));
  const { files, fact } = applyPatchFile(solution, join(folder, 'wrong', `${unsafe}.patch`), `wrong/${unsafe}.patch`);
  if (fact.problem) throw new CommandProblem(exitCode.content, `${fact.file}: ${fact.problem}`);
  return [
    { id: unsafe, title: messages.trace.unsafe(unsafe), files },
    { id: 'solution', title: messages.trace.solution, files: solution },
  ];
}

/** What the learner has in the starter now. */
export function ownClient({ messages }: Call, { folder }: Lesson): ClientToPlay {
  return { id: 'mine', title: messages.trace.mine, files: underTheLesson(folder, join(folder, 'starter')) };
}

/** Lets the callers of the play ask a client, and makes a story of it. */
export async function playClient(
  { context }: { readonly context: Pick<Context, 'root' | 'signal'> },
  { folder, manifest }: Lesson,
  { play }: DeclaredTrace,
  client: ClientToPlay,
): Promise<PlayedClient> {
  const recording = await recordPlay({
    root: context.root,
    home: join(folder, 'solution'),
    files: client.files,
    play,
    limits: manifest.limits,
    signal: context.signal,
  });
  return { ...client, recording, story: storyOf(recording.entries) };
}

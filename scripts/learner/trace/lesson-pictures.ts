import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadManifest } from '../../lesson/manifest/load.ts';
import { languages, type Language, type Manifest } from '../../lesson/manifest/schema.ts';
import { findLessons, repositoryRoot } from '../../lesson/repository.ts';
import { messagesIn } from '../messages/index.ts';
import { playClient, shippedClients, type DeclaredTrace } from './played-client.ts';
import { storiesSvg } from './story-svg.ts';

/** A lesson that has something to draw. */
export interface TracedLesson {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly trace: DeclaredTrace;
}

/** The lessons of this repository that declare a trace. */
export function tracedLessons(): TracedLesson[] {
  return findLessons().flatMap(({ folder }) => {
    const loaded = loadManifest(folder);
    const trace = loaded.ok ? loaded.manifest.trace : undefined;
    return loaded.ok && trace ? [{ folder, manifest: loaded.manifest, trace }] : [];
  });
}

/** Where the text of a lesson finds its picture. */
export function pictureFile(lessonFolder: string, language: Language): string {
  return join(lessonFolder, 'pictures', `trace.${language}.svg`);
}

/** The unsafe client and the solution, as they behave now, beside each other. */
export async function lessonPicture(lesson: TracedLesson, language: Language): Promise<string> {
  const { folder, manifest, trace } = lesson;
  const messages = messagesIn[language];
  const context = { root: repositoryRoot, signal: new AbortController().signal };
  const place = { ...lesson, id: manifest.id, number: manifest.id.slice(0, 2) };
  const clients = shippedClients({ messages }, { folder }, trace);
  const played = await Promise.all(clients.map((client) => playClient({ context }, place, trace, client)));
  return storiesSvg(played, {
    scenes: trace.scenes.map(({ id, title }) => ({ id, title: title[language] })),
    messages,
    title: played.map(({ title }) => title).join(' · '),
    description: trace.says[language],
  });
}

if (process.argv[1] === import.meta.filename) {
  for (const lesson of tracedLessons()) {
    for (const language of languages) {
      const file = pictureFile(lesson.folder, language);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, await lessonPicture(lesson, language));
    }
  }
}

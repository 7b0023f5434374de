import type { Call } from '../command.ts';
import type { Lesson } from '../lesson-of.ts';
import { drawStories } from './draw-story.ts';
import type { DeclaredTrace, PlayedClient } from './played-client.ts';

/** Says what was seen: the pictures, then each client in a sentence. */
export function writeTrace(
  { page, language, messages }: Call,
  { id, manifest }: Lesson,
  { scenes, says }: DeclaredTrace,
  played: readonly PlayedClient[],
): void {
  page.text(`${id}   ${manifest.title[language]}`);
  page.blank();
  page.text(messages.trace.legend);
  page.blank();
  const titled = scenes.map((scene) => ({ id: scene.id, title: scene.title[language] }));
  for (const line of drawStories(played, { scenes: titled, columns: page.columns, messages })) page.code(line, 0);
  for (const client of played) writeVerdict({ page, messages }, client);
  page.blank();
  page.text(says[language]);
}

function writeVerdict({ page, messages }: Pick<Call, 'page' | 'messages'>, client: PlayedClient): void {
  const { title, story, recording } = client;
  const { trace } = messages;
  const { callers, end } = story;
  const wrong = callers.filter(({ outcome }) => outcome === 'other').length;
  const inVain = callers.filter(({ outcome }) => outcome === 'in-vain').length;
  if (callers.length > 0) {
    const tone = wrong + inVain > 0 ? 'bad' : 'good';
    page.text(trace.verdict(title, { wrong, inVain, all: callers.length }), { hanging: 2, tone });
  }
  if (end.kind === 'failed') page.text(trace.failed(title, inOneLine(end)), { hanging: 2, tone: 'bad' });
  if (end.kind === 'stopped') page.text(trace.stopped(title), { hanging: 2, tone: 'bad' });
  const { left } = recording.run.processes;
  if (left.length === 0) return;
  page.text(trace.left);
  for (const { command } of left) page.text(command.slice(0, 160), { indent: 2, hanging: 2 });
}

/** A message of several lines comes from the gap of a starter: one language a line. */
function inOneLine({ name, message }: { readonly name: string; readonly message: string }): string {
  const lines = message
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return `${name}: ${lines.join(' · ')}`;
}

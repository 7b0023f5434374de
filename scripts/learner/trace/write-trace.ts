import type { Call } from '../command.ts';
import type { Lesson } from '../lesson-of.ts';
import type { Messages } from '../messages/index.ts';
import { cutTo } from '../page.ts';
import { drawStories } from './draw-story.ts';
import { ownOutput } from './own-output.ts';
import type { DeclaredTrace, PlayedClient } from './played-client.ts';
import { playLimitMs } from './record-play.ts';

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

/** Says how one client did, why it did not come to its end, and, of the learner's, what it printed. */
export function writeVerdict(call: Pick<Call, 'page' | 'messages'>, client: PlayedClient): void {
  const { page, messages } = call;
  const { id, title, story, recording } = client;
  const { trace } = messages;
  const { callers, end } = story;
  const wrong = callers.filter(({ outcome }) => outcome === 'other').length;
  const inVain = callers.filter(({ outcome }) => outcome === 'in-vain').length;
  if (callers.length > 0) {
    const tone = wrong + inVain > 0 ? 'bad' : 'good';
    page.text(trace.verdict(title, { wrong, inVain, all: callers.length }), { hanging: 2, tone });
  }
  if (end.kind === 'failed') page.text(trace.failed(title, errorText(end, messages)), { hanging: 2, tone: 'bad' });
  if (end.kind === 'stopped') {
    page.text(trace.stopped(title, howStopped(recording.run, messages)), { hanging: 2, tone: 'bad' });
  }
  if (id === 'mine') writeOwnOutput(call, client);
  const { left } = recording.run.processes;
  if (left.length === 0) return;
  page.text(trace.left);
  for (const { command } of left) page.text(command.slice(0, 160), { indent: 2, hanging: 2 });
}

function howStopped({ ended }: PlayedClient['recording']['run'], { trace }: Messages): string {
  if (ended === 'timeout') return trace.how.timeout(playLimitMs / 1000);
  return ended === 'output-limit' || ended === 'memory-limit' ? trace.how[ended] : trace.how.exit;
}

/** Marked line by line, so that nobody takes it for a word of ours. */
function writeOwnOutput({ page, messages: { trace } }: Pick<Call, 'page' | 'messages'>, client: PlayedClient): void {
  const { output, outputBytes } = client.recording.run;
  const { lines, isCut } = ownOutput(output, outputBytes);
  if (lines.length === 0) return;
  const { title } = client;
  page.text(isCut ? trace.printedEnd(title, { bytes: outputBytes, lines: lines.length }) : trace.printed(title));
  for (const line of lines) page.code(cutTo(`│ ${line}`, page.columns - 2));
}

/** Characters of an error: some five lines. */
const longestError = 400;

/** A message of several lines comes from the gap of a starter: one language a line. */
export function errorText(
  { name, message }: { readonly name: string; readonly message: string },
  { trace }: Messages,
): string {
  const lines = message
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const text = `${name}: ${lines.join(' · ')}`;
  return text.length <= longestError ? text : trace.truncated(text.slice(0, longestError).toWellFormed());
}

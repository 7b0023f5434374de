import { textFlag, type Call } from '../command.ts';
import type { Lesson } from '../lesson-of.ts';
import type { Suspicion } from './diagnose.ts';
import { allRuns, type CheckVerdict } from './judge-check.ts';
import type { CheckRuns } from './run-check.ts';

/** Says which known mistakes the code looks like, and ends with what to do next. */
export function writeDiagnosis(call: Call, lesson: Lesson, { types, parts }: CheckRuns, verdict: CheckVerdict): void {
  const { page, messages } = call;
  const { number } = lesson;
  const { diagnosis, observations } = verdict;
  const lab = observations.filter(({ inLab }) => inLab);
  const isGreen = ({ standing }: { standing: string }): boolean => standing === 'green';

  if (verdict.exitCode === 0) {
    page.text(messages.check.allGreen);
    page.code(messages.check.compare(`pnpm lesson diff ${number}`));
    return;
  }
  const [first, ...further] = diagnosis.mistakes;
  if (first) writeFirst(call, lesson, first);
  if (further.length > 0) {
    page.text(messages.check.further);
    for (const { id, explains } of further) {
      page.text(`- ${saysOf(call, lesson, id)}  [${id}: ${explains.join(', ')}]`, { indent: 2, hanging: 2 });
    }
    page.blank();
  }
  if (diagnosis.unexplained.length > 0) {
    const ids = diagnosis.unexplained.join(', ');
    page.text(first ? messages.check.later(ids) : messages.check.unknown(ids));
    page.blank();
  }
  if (diagnosis.toWrite.length > 0) {
    const met = new Set(observations.map(({ gap }) => gap));
    const open = lesson.manifest.gaps.filter(({ code }) => met.has(code));
    const place = open.map(({ code }) => `TODO(${code})`).join(', ');
    const nothingElse =
      diagnosis.mistakes.length + diagnosis.unexplained.length + types.length === 0 &&
      allRuns(parts).every(({ outcome }) => outcome === 'completed');
    page.text(nothingElse ? messages.check.nothingWritten(place) : messages.check.stillToWrite(place));
    page.blank();
  }
  if (lab.every(isGreen) && !observations.every(isGreen)) page.text(messages.check.labGreen);
  const step = lesson.manifest.steps.find(({ id }) => id === diagnosis.nextStep);
  if (step && parts[0]?.run.outcome === 'completed') page.text(messages.check.step(step.title[call.language]));

  const hint = hintFor(lesson, verdict);
  page.text(messages.label(messages.next, ''));
  const dir = textFlag(call, 'dir');
  const again = `pnpm lesson check ${number}${dir === undefined ? '' : ` --dir ${shellWord(dir)}`}`;
  if (hint !== undefined) page.code(`pnpm lesson hint ${number} ${hint}`);
  page.code(hint === undefined ? again : messages.check.again(again));
}

/** A word as it is typed: in quotes where the shell would take it apart. */
function shellWord(text: string): string {
  return /^[\w./\\:@+,=-]+$/.test(text) ? text : `"${text.replaceAll(/["$`]/g, '\\$&')}"`;
}

function writeFirst(call: Call, lesson: Lesson, first: Suspicion): void {
  const { page, messages } = call;
  page.text(first.sure === 'looks-like' ? messages.check.looksLike : messages.check.mayBe);
  page.text(saysOf(call, lesson, first.id), { indent: 2 });
  page.text(`[${first.id}]  ${messages.check.seenIn(first.explains.join(', '))}`, { indent: 2 });
  page.blank();
}

function saysOf({ language }: Call, { manifest }: Lesson, id: string): string {
  return manifest.wrong.find((entry) => entry.id === id)?.says[language] ?? id;
}

/** The hint of the first mistake; without one, of the first test that is not green. */
function hintFor({ manifest }: Lesson, { diagnosis, observations }: CheckVerdict): string | undefined {
  const first = diagnosis.mistakes[0];
  const entry = manifest.wrong.find(({ id }) => id === first?.id);
  return entry?.hint ?? observations.find(({ standing }) => standing !== 'green' && standing !== 'not-run')?.id;
}

import type { RunOutcome } from '../../lesson/evidence.ts';
import { isOn, type Call } from '../command.ts';
import type { Tone } from '../colour.ts';
import type { Lesson } from '../lesson-of.ts';
import type { Messages } from '../messages/index.ts';
import { padTo } from '../page.ts';
import { displayWidth } from '../../lesson/report/wrap-text.ts';
import { allRuns, type CheckVerdict } from './judge-check.ts';
import type { Observation } from './observation.ts';
import type { CheckRuns } from './run-check.ts';
import { firstLine, inTheLesson } from './short-text.ts';
import { writeDiagnosis } from './write-diagnosis.ts';

/** Symbol and word, so that nothing rests on colour. */
const signs: Readonly<Record<Observation['standing'], string>> = {
  green: '✓',
  red: '✗',
  gap: '·',
  unstable: '~',
  'not-run': '-',
};
const tones: Readonly<Record<Observation['standing'], Tone>> = {
  green: 'good',
  red: 'bad',
  gap: 'quiet',
  unstable: 'bad',
  'not-run': 'quiet',
};
const shownErrors = 5;
const shownCharacters = 300;

/** Says what a check found: the tests, then what it looks like, with the next step last. */
export function writeCheck(call: Call, lesson: Lesson, runs: CheckRuns, verdict: CheckVerdict): void {
  const { page, language } = call;
  page.text(`${lesson.id}   ${lesson.manifest.title[language]}`);
  page.blank();
  if (verdict.observations.some(({ standing }) => standing !== 'not-run')) writeTests(call, runs, verdict);
  writeTrouble(call, lesson, runs, verdict);
  writeDiagnosis(call, lesson, runs, verdict);
}

function writeTests(call: Call, { parts }: CheckRuns, { observations }: CheckVerdict): void {
  const { page, messages } = call;
  for (const seen of observations.filter(({ inLab }) => inLab)) writeTest(call, seen);
  const homework = observations.filter(({ inLab }) => !inLab);
  if (homework.length > 0) {
    const run = homework.filter(({ standing }) => standing !== 'not-run');
    const red = run.filter(({ standing }) => standing !== 'green');
    page.blank();
    const count = messages.tests(run.length - red.length, homework.length);
    const wasStarted = parts.length > 1;
    const none = wasStarted ? messages.check.homeworkBroken : messages.check.homeworkLater;
    page.text(messages.label(messages.check.homework, run.length > 0 ? count : none));
    const labIsGreen = observations.every(({ inLab, standing }) => !inLab || standing === 'green');
    if (labIsGreen || isOn(call, 'all')) for (const seen of red) writeTest(call, seen);
  }
  page.blank();
}

function writeTest({ page, messages }: Call, seen: Observation): void {
  const widest = Math.max(...Object.values(messages.standing).map(displayWidth));
  page.text(`${signs[seen.standing]} ${padTo(messages.standing[seen.standing], widest)}  ${seen.id}`, {
    hanging: 4,
    tone: tones[seen.standing],
  });
  if (seen.standing === 'red' || seen.standing === 'unstable') {
    const headline = inTheLesson(seen.headline);
    page.text(headline.length > shownCharacters ? `${headline.slice(0, shownCharacters)} …` : headline, {
      indent: widest + 4,
    });
  }
}

/** What concerns a run as a whole. */
function writeTrouble(call: Call, { manifest }: Lesson, runs: CheckRuns, { unstable }: CheckVerdict): void {
  const { page, messages } = call;
  const say = (head: string, lines: readonly string[] = []): void => {
    page.text(head);
    for (const line of lines.slice(0, shownErrors)) page.text(line, { indent: 2, hanging: 2 });
    if (lines.length > shownErrors) page.text(messages.check.more(lines.length - shownErrors), { indent: 2 });
    page.blank();
  };
  if (runs.typesInfra !== undefined) say(messages.check.infra, [runs.typesInfra]);
  if (runs.types.length > 0) say(messages.check.types, runs.types);

  const all = allRuns(runs.parts);
  const broken = all.find(({ outcome }) => outcome !== 'completed');
  if (broken?.outcome === 'run-timeout') say(messages.check.runTimeout(manifest.limits.runMs / 1000));
  else if (broken) say(troubleText(broken.outcome, messages), [firstLine(broken.why)]);

  const alive = all.flatMap(({ processes }) =>
    processes.left.map(({ pid, command }) => `${pid} ${command.slice(0, 160)}`),
  );
  if (alive.length > 0) say(messages.check.left, alive);
  const listening = all.flatMap(({ processes }) => processes.listening);
  if (listening.length > 0) say(messages.check.listening, [...new Set(listening)]);
  if (unstable.length > 0) say(messages.check.unstable(unstable.join(', ')));
}

function troubleText(outcome: RunOutcome, { check }: Messages): string {
  const texts: Readonly<Partial<Record<RunOutcome, string>>> = {
    'load-error': check.notLoaded,
    'hook-error': check.hook,
    'late-error': check.late,
    'over-limit': check.overLimit,
    crashed: check.crashed,
  };
  return texts[outcome] ?? check.infra;
}

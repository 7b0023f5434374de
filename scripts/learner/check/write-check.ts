import type { Call } from '../command.ts';
import { labTests, type Lesson } from '../lesson-of.ts';
import { padTo } from '../page.ts';
import { displayWidth } from '../../lesson/report/wrap-text.ts';
import type { CheckVerdict } from './judge-check.ts';
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
const shownErrors = 5;
const shownCharacters = 300;

/** Says what a check found: the tests, then what it looks like, with the next step last. */
export function writeCheck(call: Call, lesson: Lesson, runs: CheckRuns, verdict: CheckVerdict): void {
  const { page, language } = call;
  page.text(`${lesson.id}   ${lesson.manifest.title[language]}`);
  page.blank();
  if (verdict.observations.some(({ standing }) => standing !== 'not-run')) writeTests(call, lesson, verdict);
  writeTrouble(call, lesson, runs, verdict);
  writeDiagnosis(call, lesson, runs, verdict);
}

function writeTests(call: Call, lesson: Lesson, { observations }: CheckVerdict): void {
  const { page, messages } = call;
  const lab = observations.filter(({ inLab }) => inLab);
  const homework = observations.filter(({ inLab }) => !inLab);
  for (const seen of lab) writeTest(call, seen);
  if (homework.length > 0) {
    const labDone = lab.every(({ standing }) => standing === 'green');
    const green = homework.filter(({ standing }) => standing === 'green').length;
    if (lab.length === labTests(lesson.manifest).length) page.blank();
    const count = messages.tests(green, homework.length);
    page.text(messages.label(messages.check.homework, labDone ? count : messages.check.homeworkLater(count)));
    if (labDone) for (const seen of homework.filter(({ standing }) => standing !== 'green')) writeTest(call, seen);
  }
  page.blank();
}

function writeTest({ page, messages }: Call, seen: Observation): void {
  const widest = Math.max(...Object.values(messages.standing).map(displayWidth));
  page.text(`${signs[seen.standing]} ${padTo(messages.standing[seen.standing], widest)}  ${seen.id}`, { hanging: 4 });
  if (seen.standing === 'red' || seen.standing === 'unstable') {
    const headline = inTheLesson(seen.headline);
    page.text(headline.length > shownCharacters ? `${headline.slice(0, shownCharacters)} …` : headline, {
      indent: widest + 4,
    });
  }
}

/** What concerns the run as a whole. */
function writeTrouble(call: Call, { manifest }: Lesson, runs: CheckRuns, { unstable }: CheckVerdict): void {
  const { page, messages } = call;
  const { run, again } = runs;
  const say = (head: string, lines: readonly string[]): void => {
    page.text(head);
    for (const line of lines.slice(0, shownErrors)) page.text(line, { indent: 2, hanging: 2 });
    if (lines.length > shownErrors) page.text(messages.check.more(lines.length - shownErrors), { indent: 2 });
    page.blank();
  };
  if (runs.typesInfra !== undefined) say(messages.check.infra, [runs.typesInfra]);
  if (runs.types.length > 0) say(messages.check.types, runs.types);
  const whole = run.outcome === 'completed' && again ? again : run;
  switch (whole.outcome) {
    case 'load-error':
      say(messages.check.notLoaded, [firstLine(whole.why)]);
      break;
    case 'hook-error':
      say(messages.check.hook, [firstLine(whole.why)]);
      break;
    case 'crashed':
      say(messages.check.crashed, [whole.why]);
      break;
    case 'late-error':
      say(messages.check.late, [firstLine(whole.why)]);
      break;
    case 'over-limit':
      say(messages.check.overLimit, [whole.why]);
      break;
    case 'infra':
      say(messages.check.infra, [whole.why]);
      break;
    case 'run-timeout':
      say(messages.check.runTimeout(manifest.limits.runMs / 1000), []);
      break;
    case 'completed':
      if (runs.labOnly) say(messages.check.labOnly, []);
      break;
    default:
      whole.outcome satisfies never;
  }
  const left = [run, ...(again ? [again] : [])].map(({ processes }) => processes);
  const alive = left.flatMap((processes) =>
    processes.left.map(({ pid, command }) => `${pid} ${command.slice(0, 160)}`),
  );
  if (alive.length > 0) say(messages.check.left, alive);
  const listening = left.flatMap((processes) => processes.listening);
  if (listening.length > 0) say(messages.check.listening, [...new Set(listening)]);
  if (unstable.length > 0) say(messages.check.unstable(unstable.join(', ')), []);
}

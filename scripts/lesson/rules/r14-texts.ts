import { readmeName, rungsPerHint } from '../collect/text-facts.ts';
import { languages, type Language } from '../manifest/schema.ts';
import { finding, type Finding, type ReadableLesson, type Rule } from './rule.ts';

export const textsRule: Rule = {
  code: 'R14',
  name: 'texts',
  says: 'Each test has a section in the README and three hints, written in each language, in the same order; nothing is explained that is not tested.',
  judge: (lesson) => [...languages.flatMap((language) => inspect(lesson, language)), ...sameOrder(lesson)],
  summary: ({ manifest }) =>
    `${manifest.tests.length} sections and ${manifest.tests.length} hint ladders in ${languages.length} languages`,
};

function inspect({ manifest, evidence }: ReadableLesson, language: Language): Finding[] {
  const file = readmeName[language];
  const headings = evidence.texts.headings[language];
  if (headings === null) return [finding(file, 'the file is missing', 'lesson text comes in both languages')];
  const declared = new Set(manifest.tests.map((test) => test.id));
  const hints = evidence.texts.hints[language];
  const findings: Finding[] = [];
  for (const id of declared) {
    if (!headings.includes(id))
      findings.push(
        finding(file, `test "${id}" has no section`, `add a heading that starts with \`${id}\` in backticks`),
      );
    const ladder = hints[id];
    const path = `hints/${language}/${id}.md`;
    if (!ladder) findings.push(finding(path, 'the hints are missing', 'a question, a pointer, nearly the code'));
    else if (ladder.length !== rungsPerHint || ladder.includes(0)) {
      findings.push(
        finding(
          path,
          `has ${ladder.filter((words) => words > 0).length} rungs, ${rungsPerHint} are asked for`,
          'one "## " section a rung, none empty',
        ),
      );
    } else if (evidence.texts.silentHints[language].includes(id)) {
      findings.push(finding(path, 'is in another language', 'a question, a pointer, nearly the code'));
    }
  }
  for (const id of evidence.texts.silent[language].filter((heading) => declared.has(heading))) {
    findings.push(
      finding(
        file,
        `the section of "${id}" is empty, or in another language`,
        'say what happens, what it proves, and where to look when it is red',
      ),
    );
  }
  for (const id of headings.filter((heading) => !declared.has(heading))) {
    findings.push(finding(file, `explains "${id}", which is not a test`, 'rename the heading, or declare the test'));
  }
  for (const id of Object.keys(hints).filter((hint) => !declared.has(hint))) {
    findings.push(finding(`hints/${language}/${id}.md`, 'is not about a declared test', 'rename it, or delete it'));
  }
  return findings;
}

function sameOrder({ evidence }: ReadableLesson): Finding[] {
  const [first, second] = languages.map((language) => (evidence.texts.headings[language] ?? []).join(' '));
  return first &&
    second &&
    first !== second &&
    first.split(' ').toSorted().join() === second.split(' ').toSorted().join()
    ? [finding('README', 'the two languages explain the tests in different orders', 'keep them parallel')]
    : [];
}
